import { tokenIn } from '../../nodes/shared/editor/accessTokenCheck';
import type { SlowReader } from './slowReader';
import { failureOf, untold, type Finding, type Reading } from './finding';
import * as dates from './readings/dates';
import * as pages from './readings/pages';
import * as records from './readings/records';
import * as shapes from './readings/shapes';

/** In this order, because what was in the outbox at the beginning may have left it at the end. */
const READINGS: readonly Reading[] = [
	...[records.outboxRecords, records.numberNames, dates.listDate, dates.bounds],
	...[pages.faxOffset, pages.faxPage, records.inProgress, records.lag],
	...[shapes.wrappers, shapes.ids, records.missing, records.documents],
	...[shapes.administrators, pages.contactTotal, pages.contactOffset, pages.contactPage],
	...[shapes.contactGroups, shapes.areaCodes, shapes.writes, records.keptId],
];

/** A line of the report: a reading, and what it has come to. */
export interface Row extends Finding {
	name: string;
}

/**
 * Asks an account for all readings in turn. One that the service refuses is a row like the others; where the service ends the
 * asking, the last row is about the rest.
 *
 * @throws ServiceFault where the token is good for nothing, because nothing else can be found out then
 */
export async function survey(service: SlowReader): Promise<Row[]> {
	tokenIn(await service.read({ path: '/auth/token' }));
	const rows: Row[] = [];
	for (const { name, ask } of READINGS) {
		const finding = await Promise.resolve(service).then(ask).catch(unanswered);
		if (service.ended) return [...rows, { name: 'The rest', ...unanswered(service.ended) }];
		rows.push({ name, ...finding });
	}
	return rows;
}

/** The rows as Markdown, with nothing of the account; the simulator's `--as` reads the settings in it. */
export function reportOf(rows: readonly Row[]): string {
	const cellsOf = ({ name, isTold, finding, settings = {}, toTellMore }: Row): string[] => {
		const entries = Object.entries(settings);
		const values = entries.map(([setting, value]) => `\`${setting}: ${JSON.stringify(value)}\``);
		return [name, isTold ? 'yes' : 'no', finding, values.join(' '), toTellMore];
	};
	const header = [['Reading', 'Told', 'Finding', 'Setting', 'To tell more'], Array<string>(5).fill('---')];
	const lines = [...header, ...rows.map(cellsOf)].map(
		(cells) => `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`,
	);
	return ['# First contact of n8n-nodes-faxplus with an account', '', ...lines, ''].join('\n');
}

function unanswered(error: unknown): Finding {
	return untold(`${failureOf(error)}.`, 'Run this again; a 403 takes a token with the scope fax:all:read.');
}
