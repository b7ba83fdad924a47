import { KnownFaxes } from '../../../nodes/FaxPlusTrigger/delivery/knownFaxes';
import { Seen } from '../../../nodes/shared/watch/seen';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const nameOf = (id: string) => `fax_received success id ${id}`;

/** A process in its first minute, with a clock that tests set. */
function world() {
	const clock = { now: 1000 };
	const seen = new Seen();
	const faxes = new KnownFaxes(
		() => seen,
		() => clock.now,
	);
	/** An execution begins with a fax. */
	const begin = (id: string) => {
		seen.begin([{ json: { event: 'fax_received', data: { id, status: 'success' } } }]);
	};
	return { clock, faxes, begin };
}

describe('A fax whose delivery n8n has taken', () => {
	it('is known for some minutes, while its execution may wait', () => {
		const { clock, faxes, begin } = world();
		begin('another');
		faxes.noteAccepted(nameOf('a'), false);
		clock.now += 4 * MINUTE;
		expect(faxes.find(nameOf('a'))).toBe('delivered');
	});

	it('is not known any more after that, if its execution has not begun: n8n has lost it', () => {
		const { clock, faxes, begin } = world();
		faxes.noteAccepted(nameOf('a'), false);
		begin('another');
		clock.now += 5 * MINUTE;
		expect(faxes.find(nameOf('a'))).toBeUndefined();
	});

	it('is known for a day where executions run in other processes, as nobody tells here what became of them', () => {
		const { clock, faxes } = world();
		faxes.noteAccepted(nameOf('a'), false);
		clock.now += DAY - 1;
		expect(faxes.find(nameOf('a'))).toBe('delivered');
		clock.now += 1;
		expect(faxes.find(nameOf('a'))).toBeUndefined();
	});
});

it('A fax that came signed is told from others while copies of the delivery may come', () => {
	const { clock, faxes, begin } = world();
	faxes.noteAccepted(nameOf('a'), true);
	begin('a');
	expect(faxes.find(nameOf('a'))).toBe('signed');
	clock.now += 5 * MINUTE;
	expect(faxes.find(nameOf('a'))).toBe('delivered');
});

it('A fax that an execution has begun with stays known, however it came', () => {
	const { clock, faxes, begin } = world();
	begin('a');
	clock.now += 30 * DAY;
	expect(faxes.find(nameOf('a'))).toBe('delivered');
	expect(faxes.find(nameOf('b'))).toBeUndefined();
});

it.each([true, false])(
	'Of 20,000 requests in a day that name 4,000 delivered faxes, none is of an unknown one (executed here: %s)',
	(executesHere) => {
		const { clock, faxes, begin } = world();
		for (let i = 0; i < 4_000; i++) {
			faxes.noteAccepted(nameOf(`${i}`), i % 2 === 0);
			if (executesHere) begin(`${i}`);
		}
		let unknown = 0;
		for (let i = 0; i < 20_000; i++) {
			clock.now += DAY / 20_001;
			if (!faxes.find(nameOf(`${i % 4_000}`))) unknown += 1;
		}
		expect(unknown).toBe(0);
	},
);
