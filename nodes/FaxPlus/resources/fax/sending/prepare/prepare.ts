import { perRun } from '../../../../../shared/async/perRun';
import { unexpectedAnswer } from '../../../../../shared/http/faults';
import type { UploadFile } from '../../../../../shared/http/upload';
import type { PrepareCall } from '../../../../operation/itemCall';
import type { Once } from '../../../../once/once';
import type { OnceItem } from '../../../../once/onceForEach';
import { Digests, type DocumentEvidence } from './digests';
import type { SendJob } from '../read/job';
import type { Draft } from '../read/draft';
import type { Source } from '../read/source';
import type { Limits } from '../guard/guards';
import type { Timing } from '../guard/sendTime';
import type { ValidSend } from '../guard/validate';

/** A fax whose documents were uploaded to Fax.Plus, so that it only has to be sent. */
export interface PreparedSend {
	/** User ID, encoded as one part of a path. */
	userId: string;
	once: Once;
	/** The request, without a time. */
	job: SendJob;
	/** Paths of the uploads. */
	paths: string[];
	/** Digests of the documents, or null if the documents weren't read to their end. */
	evidence: DocumentEvidence[] | null;
	/** When the fax may be sent. */
	timing: Timing;
	/** Text that identifies the documents. */
	content: string;
	limits: Limits;
}

/** Uploads the documents of a fax, which changes nothing permanently. */
export async function prepared(
	call: PrepareCall,
	{ draft: { userId, source }, once }: OnceItem<Draft>,
	{ job, timing, files, limits }: ValidSend,
): Promise<PreparedSend> {
	const digests = new Digests(files ?? (await source.files(call, limits.requireAllowed)));
	showHints(call, digests.files);
	const paths = await upload(call, userId, digests.files);
	const { evidence } = digests;
	const content = contentOf(source, evidence);
	return { userId, once, job, timing, paths, evidence, content, limits };
}

/** Maximum number of hints about files in a run, so that people can read them. */
const MOST_HINTS = 5;

const hintsShown = perRun(() => new Set<string>());

/** Shows hints about files next to the output. */
export function showHints({ context }: PrepareCall, files: UploadFile[]): void {
	const shown = hintsShown(context);
	for (const { hint } of files) {
		if (hint === undefined || shown.has(hint) || shown.size >= MOST_HINTS) continue;
		shown.add(hint);
		context.addExecutionHints({ message: hint, location: 'outputPane' });
	}
}

/** Returns a text that identifies documents. */
export function contentOf({ faxId }: Source, evidence: DocumentEvidence[] | null): string {
	return faxId === undefined ? JSON.stringify(evidence) : `fax ${faxId}`;
}

/** Uploads files to Fax.Plus, and returns the paths that Fax.Plus gives them (docs/contributing/api.md, "Sending"). */
async function upload(call: PrepareCall, userId: string, files: UploadFile[]): Promise<string[]> {
	const paths: string[] = [];
	for (const file of files) {
		const request = { path: `/accounts/${userId}/files`, field: 'fax_file', file };
		const uploading = call.upload<{ path?: unknown; file_path?: unknown }>(request);
		const answer = await uploading.finally(file.requireFaxable);
		const path = answer.path ?? answer.file_path;
		if (typeof path !== 'string' || path === '')
			throw unexpectedAnswer("Fax.Plus didn't return the path of the uploaded file", 'notSent');
		paths.push(path);
	}
	return paths;
}
