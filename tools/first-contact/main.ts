import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import { tokenGuidance } from '../../nodes/shared/editor/accessTokenCheck';
import { messageWithAdvice } from '../../nodes/shared/editor/errors';
import { accessTokenFrom, baseUrlFrom } from '../../nodes/shared/http/account';
import { ServiceFault } from '../../nodes/shared/http/faults';
import { SlowReader } from './slowReader';
import { serviceAt } from './service';
import { reportOf, survey } from './survey';

const BASE_URL = 'https://restapi.fax.plus/v3';

/** In milliseconds, of a request. */
const TIMEOUT = 10_000;

/** `npm run first-contact` (docs/first-contact.md): the report goes to the standard output, all else to that of errors. */
async function main(): Promise<void> {
	const { FAXPLUS_ACCESS_TOKEN, FAXPLUS_BASE_URL } = process.env;
	const questions = ['Access token (not shown)', `Base URL (not shown; Enter for ${BASE_URL})`];
	const typed = FAXPLUS_ACCESS_TOKEN === undefined ? await answersTo(questions) : [];
	const token = accessTokenFrom(FAXPLUS_ACCESS_TOKEN ?? typed[0]);
	const baseUrl = baseUrlFrom(FAXPLUS_BASE_URL ?? (typed[1] || BASE_URL));
	console.error(`Asks ${new URL(baseUrl).host} for a minute: only GET, one a second, 40 at most.`);
	console.log(reportOf(await survey(new SlowReader(serviceAt(baseUrl, token), TIMEOUT))));
}

/** The lines that a person types or pastes, of which nothing is shown; fewer where the input ends. */
async function answersTo(questions: readonly string[]): Promise<string[]> {
	const nowhere = new Writable({
		write: (_chunk, _encoding, done) => {
			done();
		},
	});
	const input = createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY });
	const lines = input[Symbol.asyncIterator]();
	const answers: string[] = [];
	for (const question of questions) {
		process.stderr.write(`${question}: `);
		const line = await lines.next();
		process.stderr.write('\n');
		if (line.done) break;
		answers.push(line.value);
	}
	input.close();
	return answers;
}

main().catch((error: unknown) => {
	const isOfService = error instanceof ServiceFault;
	console.error(isOfService ? messageWithAdvice(error, tokenGuidance) : (error as Error).message);
	process.exitCode = 1;
});
