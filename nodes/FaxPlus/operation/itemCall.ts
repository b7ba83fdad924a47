import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { outputFieldField } from '../../shared/editor/commonFields';
import { storeFile, type FileRequest, type FileType } from '../../shared/files/storeFile';
import type {
	ReadRequest,
	Reads,
	StreamConsumer,
	UploadRequest,
	Uploads,
	WriteRequest,
	Writes,
} from '../../shared/http/requests';
import { timeoutOption } from '../fields/common';
import { ItemFields } from '../fields/itemFields';

/**
 * Lets an operation read one item's fields, and make requests that change nothing. The follow-up of a change uses it, too.
 */
export class ReadCall<R extends Reads = Reads> extends ItemFields implements Reads {
	constructor(
		context: IExecuteFunctions,
		itemIndex: number,
		protected readonly requests: R,
	) {
		super(context, itemIndex);
	}

	async read<T>(request: ReadRequest): Promise<T> {
		return await this.requests.read<T>(this.withTimeout(request));
	}

	async download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T> {
		return await this.requests.download(this.withTimeout(request), consume);
	}

	/** Streams a file from Fax.Plus into the output field that the user named. */
	async downloadFile(
		request: FileRequest,
	): Promise<{ type: FileType; binary: NonNullable<INodeExecutionData['binary']> }> {
		const property = this.requiredText(outputFieldField);
		const { type, file } = await storeFile(this, this.context.helpers, request);
		return { type, binary: { [property]: file } };
	}

	protected withTimeout<T extends ReadRequest>(request: T): T {
		return { ...request, timeout: this.options.number(timeoutOption) * 1000 };
	}
}

/**
 * The call object that a staged operation uses to prepare one input item. It only reads and uploads, so nothing changes
 * permanently.
 */
export class PrepareCall<R extends Uploads = Uploads> extends ReadCall<R> implements Uploads {
	async upload<T extends object>(request: UploadRequest): Promise<T> {
		return await this.requests.upload<T>(this.withTimeout(request));
	}

	/** The ID of the user whose account is changed. An empty ID is refused. */
	override userId(): string {
		return this.requiredUserId();
	}
}

/** Lets an operation change something for one input item. It reads the item's fields, and makes requests of all kinds. */
export class WriteCall extends PrepareCall<Writes> implements Writes {
	async write(request: WriteRequest): Promise<unknown> {
		return await this.requests.write(this.withTimeout(request));
	}

	async writeForResult<T extends object>(request: WriteRequest): Promise<T> {
		return await this.requests.writeForResult<T>(this.withTimeout(request));
	}
}
