import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

import { triggerGuidance } from '../shared/editor/endpointGuidance';
import { describeError, inOneMessage, toNodeError } from '../shared/editor/errors';
import type { Authentication } from '../shared/http/account';
import { Api, ONE_TRY, SHORT } from '../shared/http/api';
import { rethrow } from '../shared/http/rethrow';
import { ownerOf } from '../shared/endpoints/receivers';
import { markOf } from '../shared/endpoints/unusedMark';
import { isSameUrl } from '../shared/endpoints/webhookEndpoints';
import type { WebhookEndpoint, WebhookEndpointSettings } from '../shared/records';
import { keyOf, log } from '../shared/log';
import { hereOf } from '../shared/passing/here';
import { isStartOf } from '../shared/trigger/activation';
import { hasNewerForm, hasOtherData, NEWER_FORM } from '../shared/trigger/staticData';
import { checkOwnNumbers } from '../shared/trigger/ownNumbers';
import { InputError } from '../shared/values/inputError';
import type { Address } from '../shared/registration/addresses';
import { addressAt, addressHeldBy, hasJustFailed } from '../shared/registration/addresses';
import { PUBLISH, SavedRegistration } from '../shared/registration/savedRegistration';
import { DELETE_BY_HAND, repair } from '../shared/registration/repair';
import { removeLater, removeLeftBehind, removeLeftBehindLater } from '../shared/registration/removal';
import { keepsEndpoint, wantedSettings, webhookUrl } from './endpointSettings';

const DROPPED =
	'Until you publish again, no fax starts this workflow. Its endpoint and signing secret stay, and Fax.Plus may repeat failed deliveries.';

const NOT_REMEMBERED =
	"n8n has lost the time of its registration. Another node of the workflow may have saved old static data. So it checks for missed faxes from the last five days. Faxes that have started the workflow don't start it again.";

/**
 * Registers the trigger: makes sure that Fax.Plus has its endpoint, and keeps the endpoint's signing secret. If an endpoint
 * is remembered and Fax.Plus doesn't respond or refuses, the next check tries again. An error would make n8n drop the
 * trigger, and lose faxes.
 *
 * @throws NodeApiError or NodeOperationError with what to do in its message
 */
export async function register(context: IHookFunctions): Promise<void> {
	let address: Address | undefined;
	try {
		address = addressAt(webhookUrl(context));
		await registerAt(context, address, wantedSettings(context, address.url));
	} catch (error) {
		const workflow = context.getWorkflow().id;
		if (address)
			address.failure = { workflow, trigger: keyOf(context), isTest: isTest(context), at: Date.now() };
		const shown = inOneMessage(toNodeError(context.getNode(), error, triggerGuidance));
		if (address?.endpoint && !isTest(context)) shown.message += ` ${DROPPED}`;
		throw shown;
	}
}

async function registerAt(
	context: IHookFunctions,
	address: Address,
	wanted: WebhookEndpointSettings,
): Promise<void> {
	const saved = new SavedRegistration(context);
	const former = saved.elsewhere(address.url);
	const node = context.getNode();
	const holder = {
		account: ownerOf(node),
		trigger: keyOf(context),
		name: node.name,
		isTest: isTest(context),
	};
	address.take(holder, saved);
	// Test events have their own URL. Only the user can know whether another n8n instance with this workflow still uses the
	// old URL.
	if (former && !holder.isTest)
		log(
			context,
			'warn',
			`its webhook URL has changed to ${address.url}. Endpoint ${former.id} still delivers to ${former.url}. Delete it ${DELETE_BY_HAND}, unless another n8n instance uses it.`,
		);
	// While n8n starts, a slow or failing request to Fax.Plus must neither delay the workflows nor turn off the trigger.
	const isStart = isStartOf(context);
	if (isStart)
		void removeLeftBehindLater(context, async () => await Api.connect(context, authenticationOf(context)));
	if (isStart) lookBackIfLost(context, address);
	const isCheckedLater = context.getNodeParameter('missedFaxes', '') !== 'never';
	const waitsForNobody = isStart && (address.endpoint ?? (isCheckedLater && former));
	const checked = compareEndpoint(context, address, wanted, true).catch((error: unknown) => {
		// The endpoint is looked up only now, because a removal may have deleted it in between.
		if (!waitsForNobody && (!address.endpoint || error instanceof InputError)) rethrow(error);
		address.succeed(hereOf(keyOf(context)).clockAhead);
		if (address.endpoint) saved.remember(address.url, address.endpoint, address.registeredAt, address.lostAt);
		logUnchecked(context, error);
	});
	if (!waitsForNobody) await checked;
}

/**
 * Compares the endpoint at an interval, if this process has registered the trigger. If somebody has deleted or changed the
 * endpoint in Fax.Plus, this restores it.
 *
 * @throws the error that prevented the comparison
 */
export async function compareAgain(context: IPollFunctions): Promise<void> {
	const address = addressHeldBy(context);
	if (!address) {
		log(context, 'debug', "its endpoint isn't checked here, because another process registered it");
		return;
	}
	try {
		await compareEndpoint(context, address, wantedSettings(context, address.url));
	} catch (error) {
		logUnchecked(context, error);
		rethrow(error);
	}
}

/**
 * Compares the endpoint and fixes it, with one short try. Another check follows, and n8n 2.41 ends an activation that takes
 * long.
 */
async function compareEndpoint(
	context: IHookFunctions | IPollFunctions,
	address: Address,
	wanted: WebhookEndpointSettings,
	isRegistration = false,
): Promise<void> {
	const api = (await Api.connect(context, authenticationOf(context))).at(ONE_TRY);
	const here = hereOf(keyOf(context));
	let all: WebhookEndpoint[] = [];
	const listed = (endpoints: WebhookEndpoint[]): void => void (all = endpoints);
	const endpoint = await repair({ context, api, address, listed }, wanted, async () => {
		if (isRegistration) await checkOwnNumbers(context, api, 'self', wanted.channels ?? []);
	});
	here.noteDate(api.answerDate);
	if (endpoint) {
		// When n8n resumes a publish that a kill interrupted, it looks like any other publish. So the memory may be lost
		// here, too.
		const mayBeLost = isRegistration && hasOtherData(context, 'endpoint');
		if (mayBeLost && !address.holder?.isTest && isInUse(all, address.url)) lookBackIfLost(context, address);
		address.succeed(here.clockAhead);
		new SavedRegistration(context).remember(address.url, endpoint, address.registeredAt, address.lostAt);
	}
	if (!isRegistration) await removeLeftBehind({ context, api }, all);
}

/** Looks back if n8n has saved nothing about a trigger that was registered before. */
function lookBackIfLost(context: IHookFunctions | IPollFunctions, address: Address): void {
	if (address.registeredAt !== undefined || !new SavedRegistration(context).isEmpty) return;
	address.lookBack();
	log(context, 'warn', hasNewerForm(context) ? NEWER_FORM : NOT_REMEMBERED);
}

/** Whether the URL already had an endpoint, apart from those that an unpublished workflow left behind. */
function isInUse(endpoints: readonly WebhookEndpoint[], url: string): boolean {
	return endpoints.some((one) => {
		const { since = Infinity } = markOf(one.url) ?? {};
		return isSameUrl(one.url, url) && Date.now() - since <= PUBLISH;
	});
}

/**
 * Releases the endpoint. n8n calls this on every publish too, so the endpoint is only removed if nobody uses its URL again
 * in the next minutes. The endpoint stays if the node's options say so. It also stays if one trigger of a workflow can't be
 * registered, because n8n then calls this for all of them. Everything that the removal needs is read now, because fields
 * can't be evaluated later.
 *
 * This never throws, because n8n would then skip its own cleanup. If the credential can't be read, the endpoint stays, and
 * the log says so.
 */
export async function retire(context: IHookFunctions): Promise<void> {
	const saved = new SavedRegistration(context);
	let address: Address | undefined;
	try {
		address = addressAt(webhookUrl(context));
		const isOfTest = (address.holder ?? address.failure)?.isTest ?? false;
		const isFailed = hasJustFailed(context.getWorkflow().id, isOfTest);
		if (isFailed || keepsEndpoint(context, isOfTest)) {
			keep(context, address, saved, isFailed);
			return;
		}
		const api = await Api.connect(context, authenticationOf(context));
		const departure = address.letGo(ownerOf(context.getNode()), saved);
		saved.forget(address.url);
		void removeLater({ context, api: api.at(SHORT), address }, departure);
	} catch (error) {
		address?.release();
		const endpointId = address?.endpoint?.id ?? saved.endpointId;
		const reason = describeError(error);
		if (endpointId === undefined)
			log(context, 'info', `it doesn't know of an endpoint to remove (${reason})`);
		else
			log(
				context,
				'error',
				`endpoint ${endpointId} couldn't be marked for removal (${reason}). If you don't publish the workflow again, delete the endpoint ${DELETE_BY_HAND}.`,
			);
	}
}

/** Releases a URL, but keeps an endpoint that's known to exist. */
function keep(context: IHookFunctions, address: Address, saved: SavedRegistration, isFailed: boolean): void {
	address.release(!isFailed);
	const registered = address.endpoint ?? saved.at(address.url);
	if (!registered) return;
	saved.remember(address.url, registered, address.registeredAt, address.lostAt);
	if (!isFailed) saved.rest(address.url);
	const endpoint = `endpoint ${registered.id ?? address.url}`;
	if (!isFailed) log(context, 'debug', `${endpoint} is kept, because its options say so`);
	else
		log(
			context,
			'warn',
			`publishing failed, so ${endpoint} and its signing secret stay in Fax.Plus. Fix the cause and publish again. After that, it receives deliveries that Fax.Plus repeats.`,
		);
}

function authenticationOf(context: IHookFunctions | IPollFunctions): Authentication {
	return context.getNodeParameter('authentication') as Authentication;
}

/**
 * Whether n8n registers the Test URL. This only works in a registration, because n8n removes both kinds of URL in the same
 * mode.
 */
function isTest(context: IHookFunctions): boolean {
	return context.getMode() === 'manual';
}

function logUnchecked(context: IHookFunctions | IPollFunctions, error: unknown): void {
	const reason = inOneMessage(toNodeError(context.getNode(), error, triggerGuidance)).message;
	log(
		context,
		'warn',
		`its endpoint wasn't changed, because n8n couldn't compare it with the fields now. The next check compares them. ${reason}`,
	);
}
