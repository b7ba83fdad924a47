import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { pause } from '../async/pause';
import { Slots } from '../async/slots';
import type { Guidance } from '../editor/advice';
import { toErrorData, toNodeError } from '../editor/errors';
import { formatField, outputFieldField } from '../editor/commonFields';
import { markAsRead, markAsReadField, type Marks } from '../faxes/marking';
import { documentRequest } from '../files/documents';
import type { StoredFile } from '../files/storeFile';
import { storeFile } from '../files/storeFile';
import type { Authentication } from '../http/account';
import { Api } from '../http/api';
import { canceled, ServiceFault } from '../http/faults';
import { isWithoutPages } from '../faxes/faxStatus';
import type { Reads } from '../http/requests';
import { rethrow } from '../http/rethrow';
import { keyOf } from '../log';
import { toBoolean, toOption, toRequiredText, toText } from '../values/fieldValues';
import { pathPart } from '../values/paths';
import { rememberedOf } from './processMemory';

/**
 * Downloads of one trigger at the same time, in all executions of a process: events come in bursts. The items that wait for
 * their file to be there all wait at once.
 */
const AT_ONCE = 10;

class Downloads extends Slots {
	constructor() {
		super(AT_ONCE);
	}
}

/** Between one look for a file and the next, in milliseconds: an event may come before the file is there. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];

const guidance: Guidance = {
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: { displayName: 'Fax' },
	advice: Object.fromEntries(
		['400', '404', 'bad_request'].map((code) => [
			code,
			'Fax.Plus has no file for this fax, or not yet. Check the fax in Fax.Plus, or download it later with "Fax: Download" and the ID in data.id.',
		]),
	),
};

/** What a trigger is set to do about files, and how it reaches the service. */
interface Files {
	context: IExecuteFunctions;
	api: Reads & Marks;
	format: string;
	property: string;
	/** Whether faxes that have come are marked as read. */
	isMarked: boolean;
}

/**
 * Adds to items of faxes their pages, if the node's fields ask for them (docs/contributing/api.md, "Files"). Nothing is lost if that fails:
 * the item goes on with what went wrong in `fileError`.
 *
 * @param items with the fax's `id`, and perhaps `status` and `uid`, in `data`
 * @param userId whose faxes they are; an administrator's events may also be about the members named in `uid`
 * @throws only when a person has stopped the execution
 */
export async function withFiles(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	userId = 'self',
): Promise<INodeExecutionData[]> {
	if (context.getNodeParameter('downloadFax', 0, false) !== true || items.length === 0) return items;
	const files = connect(context);
	// Its failure is told of every item.
	files.catch(() => undefined);
	return await Promise.all(
		items.map(async (item, index) => await withFile(context, files, item, userId, index)),
	);
}

async function connect(context: IExecuteFunctions): Promise<Files> {
	const authentication = context.getNodeParameter('authentication', 0) as Authentication;
	const format = toOption(formatField, context.getNodeParameter(formatField.name, 0));
	const property = toRequiredText(outputFieldField, context.getNodeParameter(outputFieldField.name, 0));
	const api = await Api.connect(context, authentication);
	const slots = rememberedOf(keyOf(context), Downloads);
	const isMarked = toBoolean(markAsReadField, context.getNodeParameter(markAsReadField.name, 0, false));
	return { context, api: api.at({ slots }), format, property, isMarked };
}

async function withFile(
	context: IExecuteFunctions,
	connecting: Promise<Files>,
	item: INodeExecutionData,
	userId: string,
	itemIndex: number,
): Promise<INodeExecutionData> {
	// A page comes before its fax is complete, and may have no file of its own.
	if (item.json['event'] === 'fax_page_received') return item;
	try {
		const { isMarked, ...files } = await connecting;
		const marks = isMarked && item.json['event'] === 'fax_received';
		const data = item.json['data'] as IDataObject;
		const { file } = await waitForFile({ ...files, isMarked: marks }, data, userId);
		return { ...item, binary: { ...item.binary, [files.property]: file } };
	} catch (error) {
		const isStopped = context.getExecutionCancelSignal()?.aborted;
		const cause = isStopped ? canceled('notSent') : error;
		const nodeError = toNodeError(context.getNode(), cause, guidance, itemIndex);
		if (isStopped) throw nodeError;
		const { error: fileError } = toErrorData(nodeError);
		return { ...item, json: { ...item.json, fileError } };
	}
}

/** A fax of which no page has passed may have no file at all, so it is asked for once, and nobody waits for that. */
async function waitForFile(files: Files, data: IDataObject, userId: string): Promise<StoredFile> {
	if (isWithoutPages(data['status'])) return await fileAt(files, data['id'], userId);
	const stop = files.context.getExecutionCancelSignal();
	for (let look = 0; ; look++) {
		try {
			return await fileOf(files, data, userId);
		} catch (error) {
			const milliseconds = PAUSES[look];
			if (milliseconds === undefined || !isMissing(error) || stop?.aborted) return rethrow(error);
			await pause(milliseconds, stop);
		}
	}
}

/** Asks as the credential's own user, and where that finds nothing, as the one that the event names. */
async function fileOf(files: Files, { id, uid }: IDataObject, userId: string): Promise<StoredFile> {
	try {
		return await fileAt(files, id, userId);
	} catch (error) {
		if (typeof uid !== 'string' || !(isMissing(error) || isForbidden(error))) return rethrow(error);
		const named = async (): Promise<StoredFile> => await fileAt(files, id, pathPart(uid, 'User ID'));
		return await named().catch((other: unknown) =>
			rethrow(isForbidden(error) && isMissing(other) ? other : error),
		);
	}
}

async function fileAt(
	{ context, api, format, isMarked }: Files,
	id: unknown,
	userId: string,
): Promise<StoredFile> {
	const fax = { userId, faxId: toText(id) };
	const stored = await storeFile(api, context.helpers, documentRequest(fax, format));
	if (isMarked) await markAsRead(context, api, fax);
	return stored;
}

/** Whether the service says that there is no such file: it has no status of its own for that. */
function isMissing(error: unknown): boolean {
	return error instanceof ServiceFault && [400, 404].includes(error.status ?? 0);
}

/** That stays so, but a member's fax may be forbidden to one user and there for the other. */
function isForbidden(error: unknown): boolean {
	return error instanceof ServiceFault && error.status === 403;
}
