import {
	NodeHelpers,
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { perRun } from '../../shared/async/perRun';
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

/** Reads what the user entered in some fields. An InputError names the field whose value cannot be used. */
class Entered {
	/** @param value that of a field as it is, also where its expression finds nothing */
	constructor(
		readonly context: IExecuteFunctions,
		readonly value: (field: INodeProperties) => unknown,
	) {}

	/** Empty when the field was left empty. */
	text(field: INodeProperties): string {
		return toText(this.value(field), field.displayName);
	}

	/** The entries of a field that holds several, each once; none where it is empty. */
	list(field: INodeProperties): string[] {
		return toFullList(field.displayName, this.value(field));
	}

	number(field: INodeProperties): number {
		return toNumber(field, this.value(field));
	}

	/** A point in time; undefined when the field was left empty. Without an offset it is of the workflow's zone. */
	time(field: INodeProperties): Date | undefined {
		return toTime(field, this.value(field), this.context.getTimezone());
	}

	/** The value of the option that is chosen. */
	choice(field: INodeProperties): string {
		return toOption(field, this.value(field));
	}

	/** True if a switch is on. */
	isOn(field: INodeProperties): boolean {
		return toBoolean(field, this.value(field));
	}
}

/** The collections of all items that a run has read, because n8n takes long to read one, and each stage of an item needs its options. */
const collectionsOf = perRun(() => new Map<string, IDataObject>());

/** Reads what the user entered for one input item. */
export class ItemFields extends Entered {
	/** Entries of the "Options" field; of one that the user has not added the default counts. */
	readonly options: Entered;

	constructor(
		context: IExecuteFunctions,
		readonly itemIndex: number,
	) {
		super(context, ({ name }) =>
			context.getNodeParameter(name, itemIndex, undefined, { extractValue: true }),
		);
		this.options = new Entered(context, (option) =>
			valueOfList(this.hasOption(option) ? this.collection(optionsFieldName)[option.name] : option.default),
		);
	}

	/** True if the user has added an entry to "Options" and still sees it. The editor keeps entries that it no longer shows. */
	hasOption(option: INodeProperties): boolean {
		const added = this.collection(optionsFieldName);
		return option.name in added && (!option.displayOptions || this.isShown(option, added));
	}

	/** The text of a field that may be left empty. A missing value is refused, because an expression has found nothing. */
	optionalText(field: INodeProperties): string {
		const value = this.value(field);
		if (value !== undefined && value !== null) return toText(value, field.displayName);
		throw missingValue(field.displayName);
	}

	/** The text of a field that must not be empty. */
	requiredText(field: INodeProperties): string {
		return toRequiredText(field, this.value(field));
	}

	/** The text of a field that must not be empty, with the blanks around it. */
	wholeText(field: INodeProperties): string {
		const value = this.value(field);
		toRequiredText(field, value);
		return String(value);
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
		throw emptyField(field.displayName, 'Enter at least one ID.');
	}

	/** The user whom the call is about, encoded for a path. Empty text means the credential's account; a missing value is refused. */
	userId(): string {
		return this.userPart();
	}

	/** As `userId`, but never empty: an expression that finds nothing must change nothing of the credential's own account. */
	requiredUserId(): string {
		if (this.options.text(userIdField) !== '') return this.userPart();
		throw emptyField(
			userIdField.displayName,
			'Enter "self" for the account of the credential, or check its expression.',
		);
	}

	/** The fax numbers in a field, each with the plus sign and the country code; none stands for all. */
	phoneNumbers(field: INodeProperties): string[] {
		return numbersIn(this.value(field));
	}

	/** The values of the options that are chosen in a field, of which there must be one at least. */
	choices(field: INodeProperties): string[] {
		return toOptions(field, this.value(field));
	}

	/** The object in a field: of a collection, or written as JSON. */
	object(field: INodeProperties): IDataObject {
		return toObject(field, this.value(field));
	}

	/** The entries under "Update Fields", by the names that Fax.Plus knows. */
	changes<C extends Changeable>(changeable: C): Changes<C> {
		return changesIn(changeable, this.collection(updateFields.name));
	}

	/** The entries under "Filters", by the names that Fax.Plus knows. */
	filters<C extends Changeable>(filterable: C): Changes<C> {
		return changesIn(filterable, this.collection(filters.name), filters);
	}

	/** How many results the user wants; infinite where all are wanted. */
	limit(): number {
		return this.isOn(returnAllField) ? Number.POSITIVE_INFINITY : this.number(limitField);
	}

	/** Reads a list and cuts it to the user's limit. A bad limit is refused before anything is read. */
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
		const collections = collectionsOf(this.context);
		const key = `${this.itemIndex} ${name}`;
		const collection =
			collections.get(key) ?? (this.context.getNodeParameter(name, this.itemIndex, {}) as IDataObject);
		collections.set(key, collection);
		return collection;
	}
}
