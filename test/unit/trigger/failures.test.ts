import { Failures } from '../../../nodes/FaxPlusTrigger/endpoint/failures';

let now = 0;
let failures = new Failures(() => now);

beforeEach(() => {
	now = 1_000_000;
	failures = new Failures(() => now);
});

describe('A removal', () => {
	it('answers a registration that has failed, once, however late it comes', () => {
		failures.note('url', 'w1');
		now += 3_600_000;
		expect(failures.isAnswer('url', 'w1')).toBe(true);
		expect(failures.isAnswer('url', 'w1')).toBe(false);
	});

	it('answers it twice, when it comes again within ten seconds', () => {
		failures.note('url', 'w1');
		expect(failures.isAnswer('url', 'w1')).toBe(true);
		expect(failures.isAnswer('url', 'w1')).toBe(true);
		now += 10_000;
		expect(failures.isAnswer('url', 'w1')).toBe(false);
	});

	it('is a deactivation when the last registration has succeeded, or none is known', () => {
		failures.note('url', 'w1');
		failures.clear('url', now);
		expect(failures.isAnswer('url', 'w1')).toBe(false);
		expect(failures.isAnswer('other', 'w1')).toBe(false);
	});

	it('answers a failure that came while an older attempt was still to succeed', () => {
		const older = now;
		now += 1;
		failures.note('url', 'w1');
		failures.clear('url', older);
		expect(failures.isAnswer('url', 'w1')).toBe(true);
	});

	it('of another trigger of the workflow answers it too, in whichever order they come, for ten seconds', () => {
		failures.note('failed', 'w1');
		expect(failures.isAnswer('sibling', 'w1')).toBe(true);
		expect(failures.isAnswer('failed', 'w1')).toBe(true);
		expect(failures.isAnswer('second sibling', 'w1')).toBe(true);
		expect(failures.isAnswer('stranger', 'w2')).toBe(false);
		now += 10_000;
		expect(failures.isAnswer('sibling', 'w1')).toBe(false);
	});
});
