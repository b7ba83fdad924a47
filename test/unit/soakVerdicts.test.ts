import {
	verdictOfSends,
	type AskedSend,
	type SendVerdict,
	type ToldSend,
} from '../../bench/soak/sendVerdict';
import { countsOf, verdictOf, type Passed, type Tracked } from '../../bench/soak/verdicts';

const KILL = { from: 1_000_000, to: 1_030_000 };
const LONG_BEFORE = 100_000;

function verdict(passes: Record<string, Passed[]>, values: Partial<Tracked> = {}, retries: string[] = []) {
	const tracked = { id: 'msg_1', accepted: true, times: [LONG_BEFORE], ...values };
	return verdictOf([tracked], new Map(Object.entries(passes)), {
		kills: [KILL],
		retries: new Set(retries),
	});
}

const passed = (executionId: string, at = LONG_BEFORE): Passed => ({ executionId, at });

describe('the verdict on a delivery', () => {
	it('passed once after Retry', () => {
		expect(verdict({ msg_1: [passed('2')] }, {}, ['2'])).toMatchObject({
			passedOnce: 1,
			afterRetry: ['msg_1'],
		});
	});

	it('lost, if n8n had taken it', () => {
		expect(verdict({})).toMatchObject({ lost: ['msg_1'], neverAccepted: [], passedOnce: 0 });
		expect(verdict({}, { accepted: false })).toMatchObject({ lost: [], neverAccepted: ['msg_1'] });
	});

	it('is counted by its excuse', () => {
		const twice = [passed('1'), passed('2')];
		const inFlight = [passed('1', KILL.from), passed('2', KILL.to)];
		const longBefore = [passed('1'), passed('2', KILL.to)];
		const words = 'passed twice';
		const counts = (passes: Passed[], retries?: string[]) =>
			countsOf(verdict({ msg_1: passes }, {}, retries));
		expect(counts(twice)).toMatchObject({ [`${words} without an excuse`]: 1, lost: 0, 'passed once': 0 });
		expect(counts(inFlight)).toMatchObject({
			[`${words}, in flight at a kill`]: 1,
			[`${words} without an excuse`]: 0,
		});
		expect(counts(longBefore)).toMatchObject({ [`${words} without an excuse`]: 1 });
		expect(counts(twice, ['2'])).toMatchObject({
			[`${words}, its crashed execution was retried`]: 1,
			[`${words}, in flight at a kill`]: 0,
		});
	});

	it.each([
		[985_000, undefined],
		[985_001, 'in flight at a kill'],
		[1_089_999, 'in flight at a kill'],
		[1_090_000, undefined],
	])('twice, attempted at %d: %s', (at, excuse) => {
		const { twice } = verdict({ msg_1: [passed('1'), passed('2')] }, { times: [at] });
		expect(twice.map((one) => one.excuse)).toEqual([excuse]);
	});
});

const TO = '+15552000000';

function sends(
	outcomes: Record<string, string>,
	counts: Record<string, number>,
	askedAt: AskedSend['askedAt'] = [LONG_BEFORE],
): SendVerdict {
	const told: ToldSend[] = Object.entries(outcomes).map(([executionId, outcome]) => ({
		executionId,
		outcome,
	}));
	return verdictOfSends(
		[{ to: TO, askedAt }],
		new Map([[TO, told]]),
		new Map([[TO, new Map(Object.entries(counts))]]),
		[KILL],
	);
}

const CLEAN = { twice: [], missing: [], sentAgainstWord: [], silent: [] };

describe('the verdict on a send', () => {
	it('agrees with what its execution was told', () => {
		expect(sends({ 1: 'sent' }, { 1: 1 })).toMatchObject({ ...CLEAN, sent: 1 });
		expect(sends({ 1: 'notSent' }, {})).toMatchObject({ ...CLEAN, notSent: 1 });
		expect(sends({ 1: 'unknown' }, {})).toMatchObject({ ...CLEAN, unknown: { sent: 0, notSent: 1 } });
		expect(sends({ 1: 'unknown' }, { 1: 1 })).toMatchObject({ ...CLEAN, unknown: { sent: 1, notSent: 0 } });
	});

	it('differs from it', () => {
		expect(sends({ 1: 'sent' }, {})).toMatchObject({ ...CLEAN, sent: 0, missing: [TO] });
		expect(sends({ 1: 'notSent' }, { 1: 1 })).toMatchObject({ ...CLEAN, sentAgainstWord: [TO] });
	});

	it.each(['sent', 'unknown', 'notSent'])('was made twice by one execution that was told %s', (outcome) => {
		expect(sends({ 1: outcome }, { 1: 2 })).toMatchObject({ ...CLEAN, twice: [TO] });
	});

	it('told nothing, which only a kill excuses', () => {
		expect(sends({}, {}, [KILL.from]).silent).toEqual([{ to: TO, made: 0, excuse: 'in flight at a kill' }]);
		expect(sends({}, { 1: 1 }).silent).toEqual([{ to: TO, made: 1 }]);
	});
});
