import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type {
	ReadRequest,
	Reads,
	StreamConsumer,
	UploadRequest,
	Uploads,
	WriteRequest,
	Writes,
} from '../shared/service/requests';
import { InputError } from '../shared/values/inputError';
import { timeoutOption, userIdField } from './fields/common';
import { ItemFields } from './fields/itemFields';

/** One read operation on one input item: its fields, and requests that change nothing. */
export class ReadCall extends ItemFields implements Reads {
	constructor(
		context: IExecuteFunctions,
		itemIndex: number,
		private readonly reads: Reads,
	) {
		super(context, itemIndex);
	}

	/** See Reads. */
	async read<T>(request: ReadRequest): Promise<T> {
		return await this.reads.read<T>(this.withTimeout(request));
	}

	/** See Reads. */
	async download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T> {
		return await this.reads.download(this.withTimeout(request), consume);
	}

	protected withTimeout<T extends ReadRequest>(request: T): T {
		return { ...request, timeout: this.numberOption(timeoutOption) * 1000 };
	}
}

/** What a staged operation does on one input item before it changes anything that lasts: reads and uploads. */
export class PrepareCall extends ReadCall implements Uploads {
	constructor(
		context: IExecuteFunctions,
		itemIndex: number,
		private readonly uploads: Uploads,
	) {
		super(context, itemIndex, uploads);
	}

	/** See Uploads. */
	async upload<T extends object>(request: UploadRequest): Promise<T> {
		return await this.uploads.upload<T>(this.withTimeout(request));
	}

	/**
	 * The same as for a read, but never empty: an expression that finds nothing may give empty text, and nothing of the
	 * credential's own account is to be changed by that.
	 */
	override userId(): string {
		if (this.textOption(userIdField) !== '') return super.userId();
		throw new InputError(
			`${userIdField.displayName} is empty. Enter "self" for the account of the credential, or check the expression that provides it.`,
		);
	}
}

/** One write operation on one input item: its fields, and requests of all kinds. */
export class WriteCall extends PrepareCall implements Writes {
	constructor(
		context: IExecuteFunctions,
		itemIndex: number,
		private readonly writes: Writes,
	) {
		super(context, itemIndex, writes);
	}

	/** See Writes. */
	async write(request: WriteRequest): Promise<unknown> {
		return await this.writes.write(this.withTimeout(request));
	}

	/** See Writes. */
	async writeForResult<T extends object>(request: WriteRequest): Promise<T> {
		return await this.writes.writeForResult<T>(this.withTimeout(request));
	}
}

/** Output items with these objects as their JSON. */
export function toItems(objects: readonly object[]): INodeExecutionData[] {
	return objects.map((object) => ({ json: object as IDataObject }));
}
