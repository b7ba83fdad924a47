import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import {
	toBoolean,
	toNumber,
	toObject,
	toOption,
	toOptions,
	toRequiredText,
} from '../../shared/values/fieldValues';
import { InputError } from '../../shared/values/inputError';
import { toFullList } from '../../shared/values/lists';
import { pathPart, severalIds, singleId } from '../../shared/values/paths';
import { numbersIn } from '../../shared/values/phoneNumbers';
import { toText } from '../../shared/values/text';
import { toTime } from '../../shared/values/times';
import { limitField, optionsFieldName, returnAllField, userIdField } from './common';
import type { Changeable } from './updateFields';
import { changesIn, filters, updateFields } from './updateFields';

/**
 * What the user entered for one input item. Every method takes the field as the editor shows it, and throws an InputError
 * that names it when its value will not do.
 */
export class ItemFields {
	/** By their names; n8n takes long to read one. */
	private readonly collections = new Map<string, IDataObject>();

	constructor(
		readonly context: IExecuteFunctions,
		readonly itemIndex: number,
	) {}

	/** The text of a field; empty when it was left empty. */
	text(field: INodeProperties): string {
		return toText(this.value(field), field.displayName);
	}

	/** The text of a field that may be left empty; nothing at all is an expression that went wrong. */
	optionalText(field: INodeProperties): string {
		const value = this.value(field);
		if (value !== undefined && value !== null) return toText(value, field.displayName);
		throw new InputError(
			`${field.displayName} is missing. Leave the field empty, or check the expression that provides it.`,
		);
	}

	/** The text of a field that must not be empty. */
	requiredText(field: INodeProperties): string {
		return toRequiredText(field, this.value(field));
	}

	/** The identifier in a field, as it is. */
	id(field: INodeProperties): string {
		return singleId(this.text(field), field.displayName);
	}

	/** The identifier in a field, encoded as one part of a path. */
	pathId(field: INodeProperties): string {
		return pathPart(this.text(field), field.displayName);
	}

	/** The identifiers in a field that holds several, of which there must be one at least. */
	ids(field: INodeProperties): string[] {
		const ids = severalIds(this.list(field), field.displayName);
		if (ids.length > 0) return ids;
		throw new InputError(`${field.displayName} is empty. Enter at least one ID.`);
	}

	/** The entries of a field that holds several, each once; none where it is empty. */
	list(field: INodeProperties): string[] {
		return toFullList(field.displayName, this.value(field));
	}

	/**
	 * The account or member that the call is about, encoded as one part of a path. Empty stands for the account of the
	 * credential; nothing at all is an expression that went wrong, and must not become that account.
	 */
	userId(): string {
		const value = this.option(userIdField);
		const isMissing = value === undefined || value === null;
		return pathPart(isMissing ? '' : toText(value) || 'self', userIdField.displayName);
	}

	/** The fax numbers in a field, in E.164 form; none stands for all. */
	phoneNumbers(field: INodeProperties): string[] {
		return numbersIn(this.value(field));
	}

	/** The point in time in a field; undefined when it was left empty. Without an offset it is of the workflow's zone. */
	time(field: INodeProperties): Date | undefined {
		return toTime(field, this.value(field), this.context.getTimezone());
	}

	/** The value of the option that is chosen in a field. */
	choice(field: INodeProperties): string {
		return toOption(field, this.value(field));
	}

	/** The values of the options that are chosen in a field, of which there must be one at least. */
	choices(field: INodeProperties): string[] {
		return toOptions(field, this.value(field));
	}

	/** Whether a field is switched on. */
	isOn(field: INodeProperties): boolean {
		return toBoolean(field, this.value(field));
	}

	/** The object in a field: of a collection, or written as JSON. */
	object(field: INodeProperties): IDataObject {
		return toObject(field, this.value(field));
	}

	/** What the user added under "Update Fields", by the names that the service knows; see changesIn. */
	changes<T extends object>(changeable: Changeable<T>): Partial<T> {
		return changesIn(changeable, this.collection(updateFields.name));
	}

	/** What the user added under "Filters"; see changesIn. */
	filters<T extends object>(filterable: Changeable<T>): Partial<T> {
		return changesIn(filterable, this.collection(filters.name), filters);
	}

	/** Whether the user has added an entry to the "Options" field. */
	hasOption({ name }: INodeProperties): boolean {
		return name in this.collection(optionsFieldName);
	}

	/** The text in an entry of the "Options" field; empty where the user has not added it. */
	textOption(field: INodeProperties): string {
		return toText(this.option(field), field.displayName);
	}

	/** The texts in an entry of the "Options" field that holds several; none where the user has not added it. */
	listOption(field: INodeProperties): string[] {
		return toFullList(field.displayName, this.option(field));
	}

	/** The point in time in an entry of the "Options" field; see `time`. */
	timeOption(field: INodeProperties): Date | undefined {
		return toTime(field, this.option(field), this.context.getTimezone());
	}

	/** Whether an entry of the "Options" field is switched on; its default where the user has not added it. */
	isOptionOn(field: INodeProperties): boolean {
		return toBoolean(field, this.option(field));
	}

	/** The value that is chosen in an entry of the "Options" field; its default where the user has not added it. */
	choiceOption(field: INodeProperties): string {
		return toOption(field, this.option(field));
	}

	/** The number in an entry of the "Options" field; its default where the user has not added it. */
	numberOption(field: INodeProperties): number {
		return toNumber(field, this.option(field));
	}

	/** How many results the user wants; without end where all are wanted. */
	limit(): number {
		if (this.isOn(returnAllField)) return Number.POSITIVE_INFINITY;
		return toNumber(limitField, this.value(limitField));
	}

	/** Reads a list and cuts it to the user's limit, unless all of it is wanted. A bad limit is refused before. */
	async limited<T>(read: () => Promise<T[]>): Promise<T[]> {
		const limit = this.limit();
		return (await read()).slice(0, limit);
	}

	protected value({ name }: INodeProperties): unknown {
		return this.context.getNodeParameter(name, this.itemIndex, undefined, { extractValue: true });
	}

	/** The entry as it is, also where its expression finds nothing: that is not the same as not added. */
	option({ name, default: preset }: INodeProperties): unknown {
		return { [name]: preset, ...this.collection(optionsFieldName) }[name];
	}

	private collection(name: string): IDataObject {
		const known = this.collections.get(name);
		if (known) return known;
		const collection = this.context.getNodeParameter(name, this.itemIndex, {}) as IDataObject;
		this.collections.set(name, collection);
		return collection;
	}
}
