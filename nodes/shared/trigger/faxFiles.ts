import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Slots } from '../async/slots';
import type { Guidance } from '../editor/advice';
import { toErrorData, toNodeError } from '../editor/errors';
import { formatField, outputFieldField } from '../editor/commonFields';
import { markAsRead, markAsReadField, type Marks } from '../faxes/marking';
import { isMissing, onceThere } from '../files/arriving';
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
 * Maximum number of downloads for one trigger at the same time, in all executions of a process, because events come in
 * bursts. Items whose file isn't there yet all wait at the same time.
 */
const AT_ONCE = 10;

class Downloads extends Slots {
	constructor() {
		super(AT_ONCE);
	}
}

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

/** The trigger's settings for files, and its connection to Fax.Plus. */
interface Files {
	context: IExecuteFunctions;
	api: Reads & Marks;
	format: string;
	property: string;
	/** Whether received faxes are marked as read. */
	isMarked: boolean;
}

/**
 * Adds the pages of faxes to their items, if the node's fields ask for them (docs/contributing/api.md, "Files"). If that
 * fails, nothing is lost, because the item continues with the failure in `fileError`.
 *
 * @param items with the fax's `id`, and perhaps `status` and `uid`, in `data`
 * @param userId the user whose faxes they are. An administrator's events may also be about the members in `uid`
 * @throws only if the user has stopped the execution
 */
export async function withFiles(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	userId = 'self',
): Promise<INodeExecutionData[]> {
	if (context.getNodeParameter('downloadFax', 0, false) !== true) return items;
	const files = connect(context);
	// Each item reports this failure itself.
	files.catch(() => undefined);
	return await Promise.all(items.map(async (item) => await withFile(context, files, item, userId)));
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
): Promise<INodeExecutionData> {
	// The event of a page arrives before its fax is complete, and a page may have no file of its own.
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
		const nodeError = toNodeError(context.getNode(), cause, guidance);
		if (isStopped) throw nodeError;
		const { error: fileError } = toErrorData(nodeError);
		return { ...item, json: { ...item.json, fileError } };
	}
}

/**
 * Waits until the file is there. If no page of a fax was transmitted, it may have no file at all, so the file is requested only
 * once.
 */
async function waitForFile(files: Files, data: IDataObject, userId: string): Promise<StoredFile> {
	if (isWithoutPages(data['status'])) return await fileAt(files, data['id'], userId);
	const stop = files.context.getExecutionCancelSignal();
	return await onceThere(async () => await fileOf(files, data, userId), stop);
}

/**
 * Requests the file as the given user. If there's none, or Fax.Plus forbids access to it, it's requested as the user that the
 * event names.
 */
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

/**
 * Whether Fax.Plus forbids access to the file. Waiting doesn't help then, but the other user may have access to a member's
 * fax.
 */
function isForbidden(error: unknown): boolean {
	return error instanceof ServiceFault && error.status === 403;
}
