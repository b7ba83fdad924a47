import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { ReadRequest, StreamConsumer, WriteRequest, Writes } from '../shared/service/requests';
import { pathPart } from '../shared/values/paths';
import { InputError } from '../shared/values/inputError';
import { toBoolean, toNumber, toOption } from '../shared/values/fieldValues';
import { toList } from '../shared/values/lists';
import { toText } from '../shared/values/text';
import { limitField, returnAllField, timeoutOption, userIdField } from './fields';

/** One operation on one input item: its parameters, and the way to the service. */
export class ItemCall implements Writes {
	constructor(
		readonly context: IExecuteFunctions,
		private readonly api: Writes,
		readonly itemIndex: number,
	) {}

	/** See Reads. */
	async read<T>(request: ReadRequest): Promise<T> {
		return await this.api.read<T>(this.withTimeout(request));
	}

	/** See Reads. */
	async download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T> {
		return await this.api.download(this.withTimeout(request), consume);
	}

	/** See Writes. */
	async write(request: WriteRequest): Promise<void> {
		await this.api.write(this.withTimeout(request));
	}

	/** See Writes. */
	async writeForResult<T extends object>(request: WriteRequest): Promise<T> {
		return await this.api.writeForResult<T>(this.withTimeout(request));
	}

	/** The value of a field as it stands. */
	value(name: string): unknown {
		return this.context.getNodeParameter(name, this.itemIndex, undefined, { extractValue: true });
	}

	/** The text of a field; empty when it was left empty. */
	text(name: string): string {
		return toText(this.value(name));
	}

	/**
	 * The text of a field that must not be empty.
	 *
	 * @param label what the editor calls the field
	 */
	requiredText(name: string, label: string): string {
		const text = this.text(name);
		if (text === '')
			throw new InputError(`${label} is empty. Enter one, or check the expression that provides it.`);
		return text;
	}

	/** The identifier in a field, encoded as one part of a path. */
	id(name: string, label: string): string {
		return pathPart(this.text(name), label);
	}

	/**
	 * The account or member that the call is about, encoded as one part of a path. Empty stands for the account of the
	 * credential; nothing at all is an expression that went wrong, and must not become that account.
	 */
	userId(): string {
		const { name, displayName } = userIdField;
		const value = this.value(name);
		const isMissing = value === undefined || value === null;
		return pathPart(isMissing ? '' : toText(value) || 'self', displayName);
	}

	/** The entries of a field that holds a list, as text with commas or as an array. */
	list(name: string): string[] {
		return toList(this.value(name));
	}

	/** A field that holds a collection of optional values; only those that the user added are there. */
	collection(name: string): IDataObject {
		return this.context.getNodeParameter(name, this.itemIndex, {}) as IDataObject;
	}

	/** The value of the option that is chosen in a field. */
	choice(field: INodeProperties): string {
		return toOption(field, this.value(field.name));
	}

	/** Whether a field is switched on. */
	isOn(field: INodeProperties): boolean {
		return toBoolean(field, this.value(field.name));
	}

	/** Whether an entry of the "Options" field is switched on; its default where the user has not added it. */
	isOptionOn(field: INodeProperties): boolean {
		return toBoolean(field, this.option(field));
	}

	/** The number in an entry of the "Options" field; its default where the user has not added it. */
	numberOption(field: INodeProperties): number {
		return toNumber(field, this.option(field));
	}

	/** Reads a list and cuts it to the user's limit, unless all of it is wanted. A bad limit is refused before. */
	async limited<T>(read: () => Promise<T[]>): Promise<T[]> {
		if (this.isOn(returnAllField)) return await read();
		const limit = toNumber(limitField, this.value(limitField.name));
		return (await read()).slice(0, limit);
	}

	private option(field: INodeProperties): unknown {
		return { [field.name]: field.default, ...this.collection('options') }[field.name];
	}

	private withTimeout<T extends ReadRequest>(request: T): T {
		return { ...request, timeout: this.numberOption(timeoutOption) * 1000 };
	}
}

/** Output items with these objects as their JSON. */
export function toItems(objects: readonly object[]): INodeExecutionData[] {
	return objects.map((object) => ({ json: object as IDataObject }));
}
