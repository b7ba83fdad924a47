import {
	NodeHelpers,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { perRunAndKey } from '../../shared/async/perRun';
import { valueOfList } from '../../shared/editor/listField';
import {
	toBoolean,
	toFullList,
	toNumber,
	toObject,
	toOption,
	toOptions,
	toRequiredText,
	toText,
} from '../../shared/values/fieldValues';
import { emptyField, missingValue } from '../../shared/values/inputError';
import { pathPart, severalIds, singleId } from '../../shared/values/paths';
import { numbersIn } from '../../shared/values/phoneNumbers';
import { toTime } from '../../shared/values/times';
import { limitField, optionsFieldName, returnAllField, userIdField } from './common';
import { changesIn, filters, updateFields, type Changeable, type Changes } from './updateFields';

/** Reads what the user entered in some fields. If a value can't be used, an InputError names its field. */
class FieldValues {
	/** @param value returns the raw value of a field, even if its expression finds nothing */
	constructor(
		readonly context: IExecuteFunctions,
		readonly value: (field: INodeProperties) => unknown,
	) {}

	/** The text of a field. It's empty if the field was left empty. */
	text(field: INodeProperties): string {
		return toText(this.value(field), field.displayName);
	}

	/** The entries of a list field, without duplicates. An empty field has no entries. */
	list(field: INodeProperties): string[] {
		return toFullList(field.displayName, this.value(field));
	}

	number(field: INodeProperties): number {
		return toNumber(field, this.value(field));
	}

	/** A point in time, or undefined if the field was left empty. Without an offset, the workflow's time zone applies. */
	time(field: INodeProperties): Date | undefined {
		return toTime(field, this.value(field), this.context.getTimezone());
	}

	/** The value of the selected option. */
	choice(field: INodeProperties): string {
		return toOption(field, this.value(field));
	}

	/** True if a switch is on. */
	isOn(field: INodeProperties): boolean {
		return toBoolean(field, this.value(field));
	}
}

/**
 * The collections that a run has read, for all items. They're cached, because n8n is slow to read them and each stage of an
 * item needs its options.
 */
const collections = perRunAndKey<IDataObject>();

/** Reads what the user entered for one input item. */
export class ItemFields extends FieldValues {
	/** Entries of the "Options" field. An entry that the user hasn't added has its default. */
	readonly options: FieldValues;

	constructor(
		context: IExecuteFunctions,
		readonly itemIndex: number,
	) {
		super(context, ({ name }) =>
			context.getNodeParameter(name, itemIndex, undefined, { extractValue: true }),
		);
		this.options = new FieldValues(context, (option) =>
			valueOfList(this.hasOption(option) ? this.collection(optionsFieldName)[option.name] : option.default),
		);
	}

	/** True if the user has added an entry to "Options" and still sees it. The editor keeps entries that it no longer shows. */
	hasOption(option: INodeProperties): boolean {
		const added = this.collection(optionsFieldName);
		return option.name in added && (!option.displayOptions || this.isShown(option, added));
	}

	/**
	 * The text of a field that may be left empty. A missing value is refused, because it comes from an expression that found
	 * nothing.
	 */
	optionalText(field: INodeProperties): string {
		const value = this.value(field);
		if (value !== undefined && value !== null) return toText(value, field.displayName);
		throw missingValue(field.displayName);
	}

	/** The text of a field that must not be empty. */
	requiredText(field: INodeProperties): string {
		return toRequiredText(field, this.value(field));
	}

	/** The text of a field that must not be empty, including the spaces around it. */
	wholeText(field: INodeProperties): string {
		const value = this.value(field);
		toRequiredText(field, value);
		return String(value);
	}

	/** The ID in a field, without encoding. */
	id(field: INodeProperties): string {
		return singleId(this.text(field), field.displayName);
	}

	/** The ID in a field, encoded as one part of a path. */
	pathId(field: INodeProperties): string {
		return pathPart(this.text(field), field.displayName);
	}

	/** The IDs in a list field. At least one is required. */
	ids(field: INodeProperties): string[] {
		const ids = severalIds(this.list(field), field.displayName);
		if (ids.length > 0) return ids;
		throw emptyField(field.displayName, 'Enter at least one ID.');
	}

	/**
	 * The ID of the user that the call is about, encoded for a path. An empty field means the credential's account, and a
	 * missing value is refused.
	 */
	userId(): string {
		return this.userPart();
	}

	/**
	 * The user ID, which must not be empty. Otherwise, an expression that finds nothing would change the credential's own
	 * account.
	 */
	requiredUserId(): string {
		if (this.options.text(userIdField) !== '') return this.userPart();
		throw emptyField(
			userIdField.displayName,
			'Enter "self" for the account of the credential, or check its expression.',
		);
	}

	/** The fax numbers in a field, with the plus sign and the country code. An empty list means all numbers. */
	phoneNumbers(field: INodeProperties): string[] {
		return numbersIn(this.value(field));
	}

	/** The values of the selected options of a field. At least one is required. */
	choices(field: INodeProperties): string[] {
		return toOptions(field, this.value(field));
	}

	/** The object in a field, which is a collection or JSON text. */
	object(field: INodeProperties): IDataObject {
		return toObject(field, this.value(field));
	}

	/** The entries under "Update Fields", by the names that Fax.Plus uses. */
	changes<C extends Changeable>(changeable: C): Changes<C> {
		return changesIn(changeable, this.collection(updateFields.name));
	}

	/** The entries under "Filters", by the names that Fax.Plus uses. */
	filters<C extends Changeable>(filterable: C): Changes<C> {
		return changesIn(filterable, this.collection(filters.name), filters);
	}

	/** How many results the user wants. It's infinite if the user wants all of them. */
	limit(): number {
		return this.isOn(returnAllField) ? Number.POSITIVE_INFINITY : this.number(limitField);
	}

	/** Reads a list and cuts it to the user's limit. An invalid limit is refused before anything is read. */
	async limited<T>(read: () => Promise<T[]>): Promise<T[]> {
		const limit = this.limit();
		return (await read()).slice(0, limit);
	}

	private userPart(): string {
		const { displayName } = userIdField;
		const value = this.options.value(userIdField) ?? undefined;
		return pathPart(value === undefined ? '' : toText(value, displayName) || 'self', displayName);
	}

	private isShown(option: INodeProperties, added: IDataObject): boolean {
		const { parameters } = this.context.getNode();
		return NodeHelpers.displayParameter(added as INodeParameters, option, null, null, parameters);
	}

	private collection(name: string): IDataObject {
		const key = `${this.itemIndex} ${name}`;
		const read = (): IDataObject => this.context.getNodeParameter(name, this.itemIndex, {}) as IDataObject;
		return collections(this.context, key, read);
	}
}
