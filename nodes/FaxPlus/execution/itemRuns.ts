import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Authentication } from '../../shared/service/account';
import { Api } from '../../shared/service/api';
import { toErrorData, toNodeError } from '../../shared/editor/errors';
import { addCarriedOut } from './carriedOut';
import { includeInputFieldsOption, readsInFlightOption } from '../fields/common';
import { ItemFields } from '../fields/itemFields';
import type { Operation } from '../operation';

/** The input items of one run of the node, and what becomes of them. */
export class ItemRuns {
	readonly items: INodeExecutionData[];

	/** How many items may be asked for at the same time. */
	itemsAtOnce = 1;

	private connecting: Promise<Api> | undefined;

	/** Results of what changed something, by the number of the input item. */
	private readonly carriedOut = new Map<number, INodeExecutionData[]>();

	constructor(
		readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly authentication: Authentication,
	) {
		this.items = context.getInputData();
	}

	/** The option "Items at Once", as it is for the first item. */
	readsInFlight(): number {
		return new ItemFields(this.context, 0).numberOption(readsInFlightOption);
	}

	/** The way to the service, one for all items. */
	async api(): Promise<Api> {
		return await (this.connecting ??= Api.connect(this.context, this.authentication));
	}

	/**
	 * Does something with one item.
	 *
	 * @param work returns the output items
	 * @returns these, linked to the input item; in place of them the error, where the node continues on fail
	 * @throws NodeApiError or NodeOperationError
	 */
	async attempt(itemIndex: number, work: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]> {
		try {
			const isIncluded = new ItemFields(this.context, itemIndex).isOptionOn(includeInputFieldsOption);
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

	/** Notes what an item has changed, for the error that may end the run later. */
	noteCarriedOut(itemIndex: number, output: INodeExecutionData[]): void {
		this.carriedOut.set(itemIndex, output);
	}

	/** The error as the output of an item, where the node continues on fail; else it is thrown. */
	failed(cause: unknown, itemIndex: number): INodeExecutionData[] {
		const error = toNodeError(this.context.getNode(), cause, this.operation, itemIndex);
		if (this.context.continueOnFail()) return [{ json: toErrorData(error), pairedItem: { item: itemIndex } }];
		addCarriedOut(error, this.carriedOut, this.items.length);
		throw error;
	}
}
