import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { endpointIdOf } from '../endpoint/inUse';
import type { WhenRefused } from '../fields';
import { keyOf, log } from '../../shared/trigger/log';
import { LruMap } from '../../shared/values/lruMap';
import { isFirst } from '../../shared/trigger/deduplication';
import type { Rejection, Remedy } from './rejection';

const HOUR = 3_600_000;

/** Of one trigger, how many are remembered: strangers can add about five. */
const STATES = 100;

/**
 * A refusal as the execution that shows it gets it. Of the request, which a stranger may have sent, it holds no more than its
 * path and by how many minutes the clocks differ.
 */
interface ShownRefusal extends IDataObject {
	/** The same for all processes within an hour. */
	id: string;
	cause: string;
	whatToDo: string;
}

/** What this process knows of the refusals of one trigger. */
interface History {
	isSetUp: boolean;
	/** When each cause was shown last, in milliseconds, by what there was of secrets and endpoint then. */
	shownAt: LruMap<string, number>;
}

const histories = new LruMap<string, History>(1_000);

/** Which execution has shown a refusal, by the refusal's id and the trigger: n8n may run a node that fails several times. */
const shownBy = new LruMap<string, string>(1_000);

/** Notes that a genuine delivery has come. The first one ends the set-up of a trigger: what was shown until then counts no more. */
export function noteGenuine(context: IWebhookFunctions): void {
	const history = historyOf(context);
	if (history.isSetUp) return;
	history.isSetUp = true;
	history.shownAt = new LruMap(STATES);
}

/**
 * Starts an execution that fails over a refusal, for n8n's list of executions and its error workflow. A person who listens
 * in the editor sees every one; in production one an hour is enough for each trigger and cause, however many come.
 *
 * @returns what n8n starts the execution with; undefined when none is due
 */
export function refusalExecution(
	context: IWebhookFunctions,
	{ cause, detail, remedy, secretsMark }: Rejection,
): IWebhookResponseData['workflowData'] {
	if (remedy === undefined) return undefined;
	const isListening = context.getMode() === 'manual';
	// What a person has changed since makes the same cause news: the secrets, or the endpoint.
	const state = JSON.stringify([cause, secretsMark, endpointIdOf(context)]);
	if (!isListening && (whenRefused(context) === 'logOnly' || !isDue(context, state))) return undefined;
	const refusal: ShownRefusal = {
		id: `${state} ${Math.floor(Date.now() / HOUR)} ${historyOf(context).isSetUp}`,
		cause: detail === undefined ? cause : `${cause} (${detail})`,
		whatToDo: [
			ADVICE[remedy](endpointOf(context)),
			...(isListening ? ['Then listen again.'] : []),
			'Fax.Plus repeats refused deliveries for a while, and you can repeat one there by hand.',
			...(isListening ? [] : ['If it goes on, the next execution like this one comes in about an hour.']),
		].join(' '),
	};
	return [[{ json: { refusal } }]];
}

/** The refusal that an execution was started to show; undefined for deliveries. */
export function refusalIn(items: INodeExecutionData[]): ShownRefusal | undefined {
	return items[0]?.json['refusal'] as ShownRefusal | undefined;
}

/**
 * Fails over a refusal.
 *
 * @param capacity of n8n's de-duplication store, which tells whether another process has shown the same
 * @returns no items, when another process has, or the node is set to go on after errors: a refusal is no fax
 * @throws NodeOperationError
 */
export async function showRefusal(
	context: IExecuteFunctions,
	{ id, cause, whatToDo }: ShownRefusal,
	capacity: number,
): Promise<INodeExecutionData[]> {
	if (context.getMode() === 'webhook' && !(await isToBeShown(context, id, capacity))) return [];
	if (!context.continueOnFail())
		throw new NodeOperationError(context.getNode(), `A delivery was refused: ${cause}`, {
			description: whatToDo,
		});
	log(
		context,
		'warn',
		'an execution shows no refused delivery, because the node is set to go on after errors',
	);
	return [];
}

async function isToBeShown(context: IExecuteFunctions, id: string, capacity: number): Promise<boolean> {
	const key = `${keyOf(context)} ${id}`;
	const executionId = context.getExecutionId();
	if (shownBy.get(key) === executionId) return true;
	if (!(await isFirst(context, id, capacity))) return false;
	shownBy.set(key, executionId);
	return true;
}

/** What a person can do about a refusal. */
const ADVICE: Readonly<Record<Remedy, (endpoint: string) => string>> = {
	credential: () =>
		'In the trigger, select a signing secret credential that exists and that this workflow may use, and publish the workflow.',
	secret: (endpoint) =>
		`In Fax.Plus, open Settings > Integrations > Webhooks > Advanced and find the endpoint ${endpoint}. Copy its signing secret, and add it to the signing secret credential of the trigger. It counts at once; there is no need to publish.`,
	clock: () =>
		'Set the clock of the machine that n8n runs on. If it is right, somebody has sent an old delivery again.',
	report: () =>
		'It was signed by Fax.Plus, but is not as its documentation says. Please report this to the authors of the node.',
};

/** How a person finds the endpoint at the service. */
function endpointOf(context: IWebhookFunctions): string {
	// Asked while a request is handled, n8n only knows the production URL.
	if (context.getMode() === 'manual')
		return `whose address ends in ${context.getRequestObject().originalUrl.split('?')[0] ?? ''}`;
	const id = endpointIdOf(context);
	return `with the address ${context.getNodeWebhookUrl('default') ?? ''}${id === undefined ? '' : ` (ID ${id})`}`;
}

/** Read as it is saved: no stranger's request may evaluate an expression, because n8n stores a failed execution for every error. */
function whenRefused(context: IWebhookFunctions): WhenRefused {
	const { options } = context.getNode().parameters;
	return (options as { whenRefused?: WhenRefused } | undefined)?.whenRefused ?? 'failExecution';
}

function isDue(context: IWebhookFunctions, state: string): boolean {
	const { shownAt } = historyOf(context);
	const now = Date.now();
	if (now - (shownAt.get(state) ?? -HOUR) < HOUR) return false;
	shownAt.set(state, now);
	return true;
}

function historyOf(context: IWebhookFunctions): History {
	return histories.getOrAdd(keyOf(context), () => ({ isSetUp: false, shownAt: new LruMap(STATES) }));
}
