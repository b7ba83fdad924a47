import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { countsOf } from '../../harness/endurance';
import { cacheFolder, projectRoot } from '../../harness/folders';
import { thisMachine, type Machine } from '../figures/figures';
import { n8nVersionsOf } from '../figures/versions';
import { soakNames, type SoakOptions } from './options';
import type { SoakRig } from './rig';
import type { Outcome } from './soak';

const folder = join(cacheFolder, 'figures');

/** The circumstances under which figures were measured. */
export interface Circumstances {
	command: string;
	/** Start of the run in ISO 8601 format. */
	date: string;
	machine: Machine;
	versions: Record<string, string>;
	options: SoakOptions;
}

/** The circumstances of a run that starts now. */
export async function circumstancesOf(options: SoakOptions, rig: SoakRig): Promise<Circumstances> {
	const manifest = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
		version: string;
	};
	const { events, ...others } = options;
	const flags = Object.entries({ [options.keys ? 'faxes' : 'events']: events, ...others }).map(
		([name, value]) => `--${name} ${value}`,
	);
	return {
		command: `npm run soak -- ${flags.join(' ')}`,
		date: new Date().toISOString(),
		machine: thisMachine(),
		versions: { ...(await n8nVersionsOf(rig.main.version)), package: manifest.version, ...rig.servers },
		options,
	};
}

/**
 * Writes a result as JSON into `.cache/figures`. The file is replaced atomically, so that a reader never sees half of it.
 *
 * @param suffix end of the file's name, after the kind of soak
 */
export async function write(circumstances: Circumstances, outcome: Outcome, suffix = ''): Promise<string> {
	await mkdir(folder, { recursive: true });
	const { mode, secret, keys } = circumstances.options;
	const about = secret && keys ? `-missed-${secret}-${keys}` : '';
	const file = join(folder, `${soakNames[mode]}${about}${suffix}.json`);
	const isClean = problemsOf(outcome).length === 0;
	const text = JSON.stringify({ ...circumstances, clean: isClean, figures: outcome }, undefined, '\t');
	await writeFile(`${file}.new`, text);
	await rename(`${file}.new`, file);
	return file;
}

/** Problems of a run: lost faxes, workflows started twice without an excuse, and sends whose reported outcome is wrong. */
export function problemsOf({
	deliveries,
	faxes,
	sends,
	executions,
	violations,
	heldReports,
}: Outcome): string[] {
	// Faxes that can't be told apart from delivered ones are held back and reported, so they aren't lost.
	const held = heldReports === undefined ? deliveries.neverAccepted : [];
	const lost = [...deliveries.lost, ...held, ...faxes.lost];
	const inBroken = [...deliveries.lostWithExecution, ...faxes.lostWithExecution];
	const twice = [...deliveries.twice, ...faxes.twice].filter(({ excuse }) => excuse === undefined);
	return [
		...(heldReports === 0 ? ['nobody is told that faxes are held'] : []),
		// n8n dropped the data of executions that it gave up on, so it's unknown which of the lost faxes were in them.
		...[...lost.slice(executions.givenUp), ...inBroken].map((id) => `${id} was lost`),
		...twice.map(({ id }) => `${id} passed twice`),
		...sends.twice.map((to) => `the fax to ${to} was sent twice by one execution`),
		...sends.sentAgainstWord.map((to) => `the fax to ${to} was sent, and its workflow told that it was not`),
		...sends.missing.map((to) => `the fax to ${to} was not sent, and its workflow told that it was`),
		...sends.silent
			.filter(({ excuse }) => excuse === undefined)
			.map(({ to }) => `nobody was told what became of the fax to ${to}`),
		...violations.map((violation) => `the simulated service: ${violation}`),
	];
}

/** The results of deliveries, polled faxes and sends, with the faults and executions of the run. */
export function accountOf(outcome: Outcome): Record<string, Record<string, number>> {
	const { deliveries, faxes, sends, faults, executions } = outcome;
	return {
		deliveries: countsOf(deliveries),
		'polled faxes': countsOf(faxes),
		sends: {
			'sent once, and told so': sends.sent,
			'not sent, and told so': sends.notSent,
			'told that nobody knows, and sent once': sends.unknown.sent,
			'told that nobody knows, and not sent': sends.unknown.notSent,
			'outcome unknown, as n8n was killed': sends.silent.length,
			'sent twice': sends.twice.length,
			'against what was told': sends.sentAgainstWord.length + sends.missing.length,
		},
		faults,
		executions,
	};
}

/** Prints the results of a run. */
export function print({ command, machine, versions }: Circumstances, outcome: Outcome): void {
	const { sends, messages, moments } = outcome;
	console.log(`\n${command}, ${outcome.minutes} minutes`);
	console.log(JSON.stringify({ ...machine, ...versions }));
	for (const [what, counts] of Object.entries(accountOf(outcome))) console.table({ [what]: counts });
	if (outcome.heldReports !== undefined) console.log(`${outcome.heldReports} reports of faxes that are held`);
	console.table({ 'vouched for by': outcome.confirmations, 'taken by a starting n8n': outcome.swallowed });
	console.table(
		moments.map(({ heap, resident, ...rest }) => ({
			...rest,
			...mb('heap', heap),
			...mb('resident', resident),
		})),
	);
	for (const { to, made, excuse = 'for no known reason' } of sends.silent) {
		console.log(`the fax to ${to} was sent ${made} times, and nobody was told: ${excuse}`);
	}
	for (const line of [...messages, ...problemsOf(outcome)]) console.log(line);
}

function mb(what: string, byProcess: Record<string, number>): Record<string, number> {
	return Object.fromEntries(Object.entries(byProcess).map(([name, value]) => [`${name} ${what} MB`, value]));
}
