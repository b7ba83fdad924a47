import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Authentication } from '../../shared/http/account';
import { Api } from '../../shared/http/api';
import type { Guidance } from '../../shared/editor/advice';
import { asFault, toErrorData, toNodeError } from '../../shared/editor/errors';
import type { Slots } from '../../shared/async/slots';
import { beforeAnyChange, EarlierAttemptFault, ServiceFault } from '../../shared/http/faults';
import { onlyFor, rethrow } from '../../shared/http/rethrow';
import { includeInputFieldsOption, userIdField } from '../fields/common';
import { ItemFields } from '../fields/itemFields';
import { PrepareCall, ReadCall, WriteCall } from '../operation/itemCall';
import type { Operation, Stages } from '../operation/operation';
import { stopWaits } from './waits';

/** How many characters of results an error may contain, so that people can still read it. */
const MOST_CHARACTERS = 2000;

/** The output of an item that was carried out, and the function that reads its result. */
interface CarriedOut {
	output: INodeExecutionData[];
	followUp: (slots: Slots) => Promise<INodeExecutionData[]>;
}

/**
 * The input items of one run of the node. This class makes the calls for each item, and turns the results into output or errors.
 */
export class ItemRuns {
	readonly items: INodeExecutionData[];
	itemsAtOnce = 1;
	/** Why the node can't run at all. It's only set if the operation has `takesRefusal`, and is passed to its `validate`. */
	refusal: unknown;
	/** The first item with an unknown outcome, because an earlier attempt may have carried it out. */
	private inDoubt: { fault: EarlierAttemptFault; itemIndex: number } | undefined;
	private connecting: Promise<Api> | undefined;
	/** The output of each item that changed something. An error that ends the run later shows it. */
	private readonly carriedOut = new Map<number, INodeExecutionData[]>();

	constructor(
		readonly context: IExecuteFunctions,
		private readonly operation: Operation,
	) {
		this.items = context.getInputData();
	}

	/** The connection to Fax.Plus, which all items share. */
	async api(): Promise<Api> {
		return await (this.connecting ??= Api.connect(
			this.context,
			this.context.getNodeParameter('authentication', 0) as Authentication,
		));
	}

	/** Creates the call object that an item's read uses. The slots limit how many requests run at once. */
	async readCall(itemIndex: number, slots?: Slots): Promise<ReadCall> {
		const api = await this.api();
		return new ReadCall(this.context, itemIndex, slots ? api.at({ slots }) : api);
	}

	/**
	 * Does the part of an item's work that changes nothing yet. If it fails, the fault reports that nothing was carried
	 * out.
	 */
	async beforehand<T>(itemIndex: number, work: (call: PrepareCall) => Promise<T>): Promise<T> {
		const doing = this.api().then(async (api) => work(new PrepareCall(this.context, itemIndex, api)));
		return await doing.catch(onlyFor(ServiceFault, (fault) => rethrow(beforeAnyChange(fault))));
	}

	/**
	 * Carries out what was prepared for an item.
	 *
	 * @returns its output, and a function that reads its result within the slots that it gets
	 * @throws a fault with the outcome "unknown" for an unexpected error, because the change may have been made
	 */
	async carryOut(itemIndex: number, stages: Stages): Promise<CarriedOut> {
		const call = new WriteCall(this.context, itemIndex, await this.api());
		const value = await stages.carryOut(call).catch((error: unknown) => rethrow(asFault(error, 'unknown')));
		const output = this.outputOf(itemIndex, stages, value);
		return { output, followUp: async (slots) => this.followUp(itemIndex, stages, value, slots) };
	}

	/**
	 * Reads the result of an item that was carried out. The output is kept before it's judged, so that an error shows it.
	 *
	 * @throws a fault with the outcome "carriedOut" if the item changed something and its result can't be read
	 */
	private async followUp(
		itemIndex: number,
		stages: Stages,
		value: unknown,
		slots: Slots,
	): Promise<INodeExecutionData[]> {
		const call = await this.readCall(itemIndex, slots);
		const following = stages.followUp?.(call, value) ?? Promise.resolve(value);
		const result = await following.catch((error: unknown) => {
			if (!stages.changesNothing) throw asFault(error, 'carriedOut').withOutcome('carriedOut');
			return rethrow(error instanceof ServiceFault ? beforeAnyChange(error) : error);
		});
		const output = this.outputOf(itemIndex, stages, result);
		stages.judge?.(call, result);
		return output;
	}

	/** Returns the output of an item, and keeps it if something was changed. */
	private outputOf(itemIndex: number, stages: Stages, value: unknown): INodeExecutionData[] {
		const output = stages.outputOf(value);
		if (!stages.changesNothing) this.carriedOut.set(itemIndex, output);
		return output;
	}

	/** Returns the output items for one input item, linked to it. If the node continues on fail, an error becomes the output. */
	async attempt(itemIndex: number, work: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]> {
		try {
			const isIncluded = new ItemFields(this.context, itemIndex).options.isOn(includeInputFieldsOption);
			const output = await work();
			const { json: input } = this.items[itemIndex] ?? { json: {} };
			return output.map(({ json, ...rest }) => ({
				...rest,
				json: isIncluded ? { ...input, ...json } : json,
				pairedItem: { item: itemIndex },
			}));
		} catch (error) {
			return this.failed(error, itemIndex);
		}
	}

	/** Fails a run in which the outcome of an item is unknown, after all other items have run. */
	endInDoubt(): void {
		if (this.inDoubt) this.end(this.inDoubt.fault, this.inDoubt.itemIndex);
	}

	/**
	 * Returns the error as output if the node continues on fail, and otherwise throws it. An unknown outcome is only thrown
	 * after all other items, because Retry starts over at the first item.
	 */
	failed(cause: unknown, itemIndex: number): INodeExecutionData[] {
		if (cause instanceof EarlierAttemptFault && !this.context.continueOnFail()) {
			this.inDoubt ??= { fault: cause, itemIndex };
			return [];
		}
		return this.end(cause, itemIndex);
	}

	/** Returns the advice about an error. It mentions "User ID" only if the item has that field. */
	private guidanceOn(cause: unknown, itemIndex: number): Guidance {
		const { userField, ...guidance } = this.operation;
		// The options are read only after this error. After other errors, they may not be readable.
		const isUser = cause instanceof ServiceFault && cause.code === 'invalid_user_id';
		const isHidden =
			userField === userIdField && isUser && !new ItemFields(this.context, itemIndex).hasOption(userIdField);
		return !userField || isHidden ? guidance : { ...guidance, userField };
	}

	private end(cause: unknown, itemIndex: number): INodeExecutionData[] {
		const guidance = { ...this.guidanceOn(cause, itemIndex), hasTimeout: true };
		const error = toNodeError(this.context.getNode(), cause, guidance, itemIndex);
		if (this.context.continueOnFail()) return [{ json: toErrorData(error), pairedItem: { item: itemIndex } }];
		this.addCarriedOut(error, cause, itemIndex);
		if (this.carriedOut.size > 0 && this.context.getMode() === 'manual') warnOfNextStep(error);
		// Otherwise, the run would continue until the other items have stopped waiting.
		stopWaits(this.context);
		throw error;
	}

	/**
	 * Adds to the error which other items were carried out before the run ended, because n8n drops the output of a node that
	 * fails. If the failed item itself was carried out, its error already shows that.
	 */
	private addCarriedOut(error: NodeApiError | NodeOperationError, cause: unknown, itemIndex: number): void {
		const reportsOwn = cause instanceof ServiceFault && cause.outcome === 'carriedOut';
		const outputs = [...this.carriedOut].filter(([item]) => !(reportsOwn && item === itemIndex));
		if (outputs.length === 0) return;
		const total = this.items.length;
		const items = total === 1 ? 'The item' : `${outputs.length} of ${total} items`;
		const sentence = error.message.replace(/[^.!?]$/, '$&.');
		error.message = `${sentence} ${items} ${outputs.length === 1 ? 'was' : 'were'} carried out before this.`;
		const results = outputs
			.map(([item, output]) => `item ${item}: ${output.map(({ json }) => this.inWords(json)).join(', ')}`)
			.join('; ');
		const shown = results.length <= MOST_CHARACTERS ? results : `${results.slice(0, MOST_CHARACTERS)}…`;
		const parts = [error.description, `Carried out before this: ${shown}.`, this.repeatAdvice];
		error.description = parts.filter(Boolean).join(' ');
	}

	private inWords(json: IDataObject): string {
		const { operation } = this;
		return (operation.kind === 'staged' && operation.inWords?.(json)) || JSON.stringify(json);
	}

	/** Returns advice on how to run the remaining items without repeating anything that must not happen twice. */
	private get repeatAdvice(): string {
		const { refusesRetryOnFail: mustNotRepeat } = this.operation;
		return mustNotRepeat
			? "To do only the rest, use Retry in n8n's list of executions. A new run would repeat everything."
			: '';
	}
}

/**
 * Adds a warning to an error. A failed node has no output, so n8n runs it again if the user executes a later node in the
 * editor.
 */
function warnOfNextStep(error: NodeApiError | NodeOperationError): void {
	error.description =
		`${error.description ?? ''} If you execute a later node now, n8n runs this one again.`.trim();
}
