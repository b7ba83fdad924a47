import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
	IWebhookFunctions,
} from 'n8n-workflow';

import { keyOf } from '../../shared/log';
import { rememberedOf } from '../../shared/trigger/processMemory';
import { toText } from '../../shared/values/fieldValues';
import { misplaced, misplacedInClear } from '../../shared/values/misplacedSecrets';
import { visibleIn } from '../../shared/values/text';
import type { Refusal } from './refusal';
import { decodeSecret, isCutOff } from './signature';

/** Name of the credential type that has the signing secrets. */
const SECRETS = 'faxPlusWebhookSecretApi';

/**
 * How long keys are used without reading the credential again, in milliseconds. By default, n8n needs about a third of a
 * delivery's time to read it.
 */
const KEPT_FOR_MS = 5_000;

/** The keys that deliveries may be signed with. */
export interface Keys {
	valid: Buffer[];
	/** What's wrong with other secrets, for the log only. */
	detail?: string;
}

interface KeyRead {
	/** Start of the read, in milliseconds of a monotonic clock. */
	begunAt: number;
	keys: Promise<Keys | Refusal>;
}

/** What this process knows about the keys of one trigger and one credential. */
class KeyReads {
	/** The last read that succeeded. A read that fails or never ends doesn't replace it. */
	done?: KeyRead;
	underWay?: KeyRead;
}

/**
 * Verifies a delivery with the keys of the trigger (docs/contributing/api.md, "Signatures"). Keys that were read within the
 * last seconds may accept it. Before a delivery is refused, they're read again, so that a new secret works at once.
 *
 * @param refusalFor returns why these keys refuse the delivery, or undefined if it's genuine
 * @returns the reason for a refusal, or undefined if the delivery is genuine
 */
export async function refusalByKeys(
	context: IWebhookFunctions,
	refusalFor: (keys: Keys) => Refusal | undefined,
): Promise<Refusal | undefined> {
	const trigger = JSON.stringify([keyOf(context), context.getNode().credentials?.[SECRETS]]);
	const reads = rememberedOf(trigger, KeyReads);
	const receivedAt = performance.now();
	const refusalBy = async (reading: KeyRead): Promise<Refusal | undefined> => {
		const keys = await reading.keys;
		return 'cause' in keys ? keys : refusalFor(keys);
	};
	for (const reading of [reads.done, reads.underWay]) {
		const isKept = reading && receivedAt - reading.begunAt < KEPT_FOR_MS;
		if (isKept && !(await refusalBy(reading))) return undefined;
	}
	return await refusalBy(readSince(receivedAt, reads, context));
}

/** Returns a read that began after the given moment. If several deliveries arrive together, they share one read. */
function readSince(moment: number, reads: KeyReads, context: IWebhookFunctions): KeyRead {
	const { underWay } = reads;
	if (underWay && underWay.begunAt > moment) return underWay;
	const reading = { begunAt: performance.now(), keys: readKeys(context) };
	reads.underWay = reading;
	void reading.keys.then((keys) => {
		const isReadable = !('cause' in keys) || keys.status !== 503;
		const isLatest = reading.begunAt >= (reads.done?.begunAt ?? 0);
		if (isReadable && isLatest) reads.done = reading;
		if (reads.underWay === reading) delete reads.underWay;
	});
	return reading;
}

/** Reads the current keys from the trigger's credential. */
async function readKeys(context: IWebhookFunctions): Promise<Keys | Refusal> {
	if (!context.getNode().credentials?.[SECRETS])
		return { status: 401, cause: 'no signing secret credential is selected in the trigger' };
	let secrets: SecretRow[];
	try {
		secrets = secretsIn(await context.getCredentials(SECRETS));
	} catch (error) {
		return { status: 503, cause: "n8n can't read the signing secret credential", detail: String(error) };
	}
	if (secrets.length === 0) return { status: 401, cause: 'the signing secret credential is still empty' };
	const valid = secrets.flatMap(({ secret }) => decodeSecret(secret) ?? []);
	if (valid.length === secrets.length) return { valid };
	if (valid.length > 0)
		return { valid, detail: "a secret in the credential is malformed or cut off, so it's ignored" };
	return {
		status: 401,
		cause: `the signing secret is malformed or cut off: ${FORM}, as Fax.Plus shows it`,
	};
}

/** Describes what a valid secret looks like, for messages about an invalid one. */
const FORM = 'a signing secret is "whsec_" followed by 32 to 88 characters';

/**
 * Matches what people accidentally copy along with a secret, such as the version of a signature, quotation marks, and
 * spaces.
 */
const AROUND_SECRETS = /(?:\bv1,)|[\s,;"'`\u2018-\u201F]+/g;

interface SecretRow {
	secret: string;
	/** Row of the credential, starting at 1. */
	row: number;
}

/** Matches a secret without its prefix. Nobody writes a note that looks like this. */
const BARE_SECRET = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w+/=-]{32,}$/;

interface Row {
	secret?: unknown;
	note?: unknown;
}

function rowsOf(credential: IDataObject): Array<Row | null | undefined> {
	const { entries } = (credential['endpoints'] ?? {}) as { entries?: unknown };
	return [entries].flat() as Array<Row | null | undefined>;
}

/** The secrets of a credential, in its order. Empty rows are ignored. */
function secretsIn(credential: IDataObject): SecretRow[] {
	const secrets = rowsOf(credential).flatMap((row, index) =>
		visibleIn(toText(row?.secret))
			.split(AROUND_SECRETS)
			.filter((secret) => secret !== '')
			.map((secret) => ({ secret, row: index + 1 })),
	);
	return secrets.filter(({ secret }, at) => at === secrets.findIndex((other) => other.secret === secret));
}

/** Checks whether signing secrets are well-formed. Only a delivery shows whether they're the right ones. */
export function signingSecretTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = credential.data ?? {};
	const message = misplacedIn(data) ?? malformedIn(data);
	if (message !== undefined) return Promise.resolve({ status: 'Error', message });
	const { length } = secretsIn(data);
	const count = length === 1 ? 'one secret' : `${length} secrets`;
	return Promise.resolve({
		status: 'OK',
		message:
			length === 0
				? "There's no secret yet, so the trigger checks each fax with Fax.Plus. Publish the workflow, then add the secret of its endpoint."
				: `Well-formed: ${count}. The next delivery shows whether the endpoint uses it.`,
	});
}

/** Reports what's in the wrong field: something else under "Secret", or a secret under "Note". */
function misplacedIn(credential: IDataObject): string | undefined {
	const reasons = rowsOf(credential).map((row, index) => {
		const place = `in row ${index + 1}`;
		return (
			misplaced(row?.secret, `"Secret" ${place}`, 'signingSecret') ??
			misplacedInClear(row?.note, `"Note" ${place}`, 'clientId') ??
			bareSecretIn(row?.note, `"Note" ${place}`)
		);
	});
	return reasons.find((reason) => reason !== undefined);
}

function bareSecretIn(note: unknown, field: string): string | undefined {
	if (typeof note !== 'string' || !BARE_SECRET.test(visibleIn(note).trim())) return undefined;
	return `${field} looks like a secret, and n8n shows this field as plain text. If it's one, move it to "Secret". If others may have seen it, replace it in Fax.Plus.`;
}

function malformedIn(credential: IDataObject): string | undefined {
	const wrong = secretsIn(credential).find(({ secret }) => decodeSecret(secret) === undefined);
	return wrong && `The secret in row ${wrong.row} ${faultOf(wrong.secret)}`;
}

function faultOf(secret: string): string {
	return isCutOff(secret)
		? `looks cut off: ${FORM}. Use the copy button in Fax.Plus, because a double click stops at "+" and "/".`
		: `is malformed: ${FORM}, exactly as Fax.Plus shows it.`;
}
