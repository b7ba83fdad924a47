import { tallyOfSends, type SendTally } from '../../tools/bench/soak/sendTally';
import {
	countsOf,
	tallyOf,
	type Circumstances,
	type Start,
	type Tracked,
} from '../../tools/harness/endurance/tally';

const KILL = { from: 1_000_000, to: 1_030_000 };
const LONG_BEFORE = 100_000;

describe('the tally on a delivery', () => {
	function tally(
		passes: Start[],
		values: Partial<Tracked> = {},
		retries: string[] = [],
		others: Partial<Circumstances> = {},
	) {
		const tracked = { id: 'msg_1', accepted: true, times: [LONG_BEFORE], ...values };
		const passed = new Map(passes.length > 0 ? [['msg_1', passes]] : []);
		return tallyOf([tracked], passed, { kills: [KILL], retries: new Set(retries), ...others });
	}
	const passed = (executionId: string, at = LONG_BEFORE): Start => ({ executionId, at });

	it('counts it as received once after Retry, or as lost if n8n had accepted it', () => {
		expect(tally([passed('2')], {}, ['2'])).toMatchObject({ passedOnce: 1, afterRetry: ['msg_1'] });
		expect(tally([])).toMatchObject({ lost: ['msg_1'], neverAccepted: [], passedOnce: 0 });
		expect(tally([], {}, [], { isInBroken: () => true })).toMatchObject({
			lost: [],
			lostWithExecution: ['msg_1'],
		});
		expect(tally([], { accepted: false })).toMatchObject({ lost: [], neverAccepted: ['msg_1'] });
	});

	it.each<[string, Start[], string[]]>([
		[' without an excuse', [passed('1'), passed('2')], []],
		[', in flight at a kill', [passed('1', KILL.from), passed('2', KILL.to)], []],
		[' without an excuse', [passed('1'), passed('2', KILL.to)], []],
		[', its crashed execution was retried', [passed('1'), passed('2')], ['2']],
		[' without an excuse', [passed('1'), passed('2'), passed('3')], ['3']],
	])('counts two starts%s', (excuse, passes, retries) => {
		const counts = countsOf(tally(passes, {}, retries));
		const twice = Object.entries(counts).filter(
			([words, times]) => words.startsWith('passed twice') && times,
		);
		expect(twice).toEqual([[`passed twice${excuse}`, 1]]);
	});

	it.each([
		[985_000, undefined],
		[985_001, 'in flight at a kill'],
		[1_089_999, 'in flight at a kill'],
		[1_090_000, undefined],
	])('counts two starts with an attempt at %d: %s', (at, excuse) => {
		const { twice } = tally([passed('1'), passed('2')], { times: [at] });
		expect(twice.map((one) => one.excuse)).toEqual([excuse]);
	});

	it('excuses two starts only by attempts, if starts do not count', () => {
		const passes = [passed('1', KILL.from), passed('2', KILL.to)];
		const excuses = (times: number[]) =>
			tally(passes, { times }, [], { countsStart: false }).twice.map(({ excuse }) => excuse);
		expect(excuses([LONG_BEFORE])).toEqual([undefined]);
		expect(excuses([KILL.from])).toEqual(['in flight at a kill']);
	});
});

describe('the tally on a send', () => {
	const to = '+15552000000';
	const CLEAN = { twice: [], missing: [], sentAgainstWord: [], silent: [] };

	it.each<[string | undefined, number, Partial<SendTally>, number?]>([
		['sent', 1, { sent: 1 }],
		['notSent', 0, { notSent: 1 }],
		['unknown', 0, { unknown: { sent: 0, notSent: 1 } }],
		['unknown', 1, { unknown: { sent: 1, notSent: 0 } }],
		['sent', 0, { sent: 0, missing: [to] }],
		['notSent', 1, { sentAgainstWord: [to] }],
		['sent', 2, { twice: [to] }],
		['unknown', 2, { twice: [to] }],
		['notSent', 2, { twice: [to] }],
		[undefined, 0, { silent: [{ to, made: 0, excuse: 'in flight at a kill' }] }, KILL.from],
		[undefined, 1, { silent: [{ to, made: 1 }] }],
	])('with result %s in its execution and %i requests: %j', (outcome, made, expected, at = LONG_BEFORE) => {
		const executionId = '1';
		const tally = tallyOfSends(
			[{ to, askedAt: [at] }],
			new Map([[to, outcome === undefined ? [] : [{ executionId, outcome }]]]),
			new Map([[to, new Map(made > 0 ? [[executionId, made]] : [])]]),
			[KILL],
		);
		expect(tally).toMatchObject({ ...CLEAN, ...expected });
	});
});
