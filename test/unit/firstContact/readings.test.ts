import fc from 'fast-check';

import { seed, TEST_SPEED, type Fax, type Settings } from '../../../tools/simulator';
import { contact } from '../../../tools/simulator/makers';
import { serviceTime } from '../../../tools/simulator/faxing/times';
import { applySettings, DEFAULT_SETTINGS } from '../../../tools/simulator/settings';
import type * as naps from '../../contract/support/naps';
import { addEndpoint } from '../../contract/support/operationCases/clinic';
import { faxingBench } from '../../support/faxingBench';
import { DAY } from '../support/clock';
import { settingsOf, TELLABLE } from './support/survey';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof naps>('../../contract/support/naps').withShortNaps(),
);

const GROUP = 'grp_new';

const BOTH = ['+15550100201', '+15550100202'];

/** What was sent is in the outbox for as long as a test takes. */
const SLOW = { converting: 3_600_000 };

const bench = faxingBench({ sending: SLOW });

/** Every setting, each with what it may be. */
const everySetting: fc.Arbitrary<Settings> = fc.record({
	webhookListShape: fc.constantFrom('array', 'records', 'data', 'data.records'),
	webhookListLag: fc.constantFrom(0, 60_000),
	numberSuffix: fc.constantFrom('', '_number'),
	recordNumbers: fc.constantFrom('', '_number'),
	recordDelay: fc.constantFrom(0, 60_000),
	listLag: fc.constantFrom(0, 600_000),
	documentDelay: fc.constantFrom(0, 60_000),
	listsFaxesInProgress: fc.boolean(),
	faxIdKept: fc.boolean(),
	eventIds: fc.constantFrom('record', 'session'),
	eventFiles: fc.constantFrom('record', 'event'),
	outboxRecords: fc.constantFrom('perRecipient', 'together'),
	missingStatus: fc.constantFrom(400, 404),
	voidAnswer: fc.constantFrom('empty', 'object'),
	idsInAnswer: fc.constantFrom('ids', 'none', 'emptyObject', 'emptyBody'),
	listsAdministrators: fc.boolean(),
	answersInvitations: fc.boolean(),
	assigningAdds: fc.boolean(),
	offsetHonoured: fc.boolean(),
	listDate: fc.constantFrom('start_time', 'submit_time', 'last_update'),
	beforeIsInclusive: fc.boolean(),
	afterIsInclusive: fc.boolean(),
	largestLimit: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(25, 50, 1000, 5000)),
	uploadStatus: fc.constantFrom(200, 201),
	uploadPath: fc.constantFrom('/storage/transient-', '/transient-'),
	aiRequestStatus: fc.constantFrom(200, 202),
	contactGroups: fc.constantFrom('ids', 'names', 'objects'),
	contactsTotalTold: fc.boolean(),
	contactsOffsetHonoured: fc.boolean(),
	largestContactPage: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(20, 50, 100)),
	areaCodes: fc.constantFrom('national', 'international'),
	digitsHeeded: fc.boolean(),
	refreshParameters: fc.constantFrom('either', 'query', 'body'),
});

/** A fax by its dates, in seconds. */
interface DatedFax {
	category: 'sent' | 'inbox';
	begun: number;
	submittedBefore: number;
	updatedAfter: number;
}

/** Near to each other, or far enough to be told apart. */
const seconds = fc.oneof(
	fc.integer({ min: 0, max: 40 }),
	fc.integer({ min: 1, max: 40 }).map((at) => at * 1000),
);

const aFax: fc.Arbitrary<DatedFax> = fc.record({
	category: fc.constantFrom('sent', 'inbox'),
	begun: seconds,
	submittedBefore: fc.constantFrom(0, 1, 2, 5, 30, 2030),
	updatedAfter: fc.constantFrom(0, 1, 2, 7, 600),
});

/** Faxes whose dates are anything, in any order. */
const someFaxes = fc.array(aFax, { maxLength: 12 });

/** One that comes while the service is asked, and before which request. */
const arrival = fc.tuple(fc.nat({ max: 40 }), aFax);

const NOON = Date.now() - 10 * DAY;
const LATER = { send_time: `${serviceTime(Date.now() + DAY)} +0000` };

function addFaxes(faxes: readonly DatedFax[]): void {
	for (const { category, begun, submittedBefore, updatedAfter } of faxes) {
		const start = NOON + begun * 1000;
		const times: Partial<Fax> = {
			startTime: serviceTime(start),
			submitTime: category === 'sent' ? serviceTime(start - submittedBefore * 1000) : null,
			lastUpdate: serviceTime(start + updatedAfter * 1000),
		};
		bench().simulator.addFax({ category, ...times });
	}
}

/** Sets the service up anew; the seeded faxes are there only where they are asked for. */
function prepare(settings: Partial<Settings>, isSeeded: boolean): void {
	const { simulator, account } = bench();
	simulator.reset();
	applySettings(simulator.settings, { ...DEFAULT_SETTINGS, ...settings });
	account().groups.set(GROUP, { id: GROUP, name: 'Blue Clinic', sharedWith: new Set() });
	if (isSeeded) return;
	const { faxes, outbox, contacts } = account();
	for (const entries of [faxes, outbox, contacts]) entries.clear();
}

/** What a survey says of the settings that is not so. */
async function wronglyNamed(): Promise<object> {
	const { simulator } = bench();
	const named = await settingsOf(simulator);
	return Object.fromEntries(
		Object.entries(named).filter(([name, value]) => simulator.settings[name as keyof Settings] !== value),
	);
}

test('no setting is named wrongly, whatever the settings are and whatever the account holds', async () => {
	await fc.assert(
		fc.asyncProperty(
			...([everySetting, someFaxes, fc.boolean(), fc.boolean(), fc.nat({ max: 20 }), arrival] as const),
			async (settings, faxes, isSeeded, isSlow, contacts, [request, fax]) => {
				prepare(settings, isSeeded);
				const { simulator } = bench();
				Object.assign(simulator.sending, isSlow ? SLOW : TEST_SPEED);
				addFaxes(faxes);
				simulator.beginFax();
				for (let at = 0; at < contacts; at++) addContact(`con_${at}`);
				await bench().send({ to: BOTH, ...(isSlow && LATER) });
				let left = request;
				simulator.latency = () => {
					if (left-- === 0) addFaxes([fax]);
					return 0;
				};
				expect(await wronglyNamed()).toEqual({});
			},
		),
		{ numRuns: Number(process.env['RUNS'] ?? 20) },
	);
});

describe('An account in which there is something of everything', () => {
	/** More faxes and contacts than come at once, with dates that differ; what goes out has two numbers, or goes just now. */
	async function fill(): Promise<void> {
		for (let at = 0; at < 20; at++) {
			addFaxes([{ category: 'sent', begun: at * 100, submittedBefore: 30, updatedAfter: 650 }]);
			addContact(`con_${at}`, [GROUP]);
		}
		// It began after the others, though it was submitted before the last one, and ended before that.
		addFaxes([{ category: 'sent', begun: 2035, submittedBefore: 175, updatedAfter: 345 }]);
		const { simulator, send, account } = bench();
		addEndpoint(simulator);
		addFaxes([{ category: 'inbox', begun: 0, submittedBefore: 0, updatedAfter: 600 }]);
		addFaxes([{ category: 'inbox', begun: 100, submittedBefore: 0, updatedAfter: 100 }]);
		simulator.beginFax();
		await send({ to: BOTH.slice(0, 1) });
		await send({ to: BOTH, ...LATER });
		await send({ to: ['+15550100203', '+15550100204'], ...LATER });
		const [first, ...later] = account().outbox.values();
		for (const fax of later) fax.status = 'scheduled_for_sending';
		if (!first) throw new Error('Nothing waits');
		simulator.addFax({
			...{ id: first.id, to: first.to, category: 'sent' },
			submitTime: serviceTime(first.submitTime),
		});
	}

	const tellable: Partial<Settings> = {
		listsFaxesInProgress: true,
		faxIdKept: true,
		largestLimit: 6,
		contactsOffsetHonoured: true,
		largestContactPage: 7,
		contactGroups: 'objects',
	};

	test.each<[string, Partial<Settings>]>([
		['in one way', tellable],
		[
			'in another',
			{
				...tellable,
				...({ webhookListShape: 'data.records', recordNumbers: '_number', missingStatus: 404 } as const),
				...({ offsetHonoured: false, listDate: 'last_update' } as const),
				...{ beforeIsInclusive: true, afterIsInclusive: false },
				...({ contactsTotalTold: false, areaCodes: 'international', outboxRecords: 'together' } as const),
			},
		],
		['in a third', { ...tellable, webhookListShape: 'array', listDate: 'submit_time' }],
	])(
		'tells all settings that reading can tell, answered %s, and its report gives them back',
		async (_way, settings) => {
			prepare(settings, false);
			await fill();
			const { simulator } = bench();
			const named = await settingsOf(simulator);
			const { offsetHonoured } = simulator.settings;
			const told = TELLABLE.filter((name) => {
				// A list may begin anew behind its end.
				// That all are counted nobody sees.
				if (name === 'contactsTotalTold') return !simulator.settings[name];
				return !['offsetHonoured', 'largestLimit'].includes(name) || offsetHonoured;
			});
			expect(named).toEqual(Object.fromEntries(told.map((name) => [name, simulator.settings[name]])));
		},
	);
});

function addContact(id: string, groups: string[] = [seed.groupIds[0]]): void {
	bench().account().contacts.set(id, contact({ id, groups }));
}
