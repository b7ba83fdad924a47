import { seed } from '../../simulator';
import { faxingBench } from '../support/faxingBench';

const bench = faxingBench();

const ids = async (query: object = {}): Promise<string[]> => (await bench().list(query)).map(({ id }) => id);

/** Adds faxes of the given seconds of one minute, each with its second as id, in this order. */
function arrive(...seconds: string[]): void {
	for (const [index, second] of seconds.entries()) {
		const id = seconds.indexOf(second) === index ? second : `${second}-${index}`;
		bench().simulator.addFax({ id, startTime: at(second) });
	}
}

const at = (second: string): string => `2030-01-01 00:00:${second}`;
const after = at('00');

describe('The list of faxes of the simulator', () => {
	it('goes from `after`, which is included, to `before`, which is not', async () => {
		arrive('01', '02', '03', '04');
		expect(await ids({ after: at('02'), before: at('04') })).toEqual(['03', '02']);
	});

	it('begins at the offset, with the latest of the same second first', async () => {
		arrive('01', '02', '02', '02', '03');
		expect(await ids({ after, limit: 2, offset: 1 })).toEqual(['02-3', '02-2']);
	});

	it('may ignore the offset', async () => {
		bench().simulator.settings.offsetHonoured = false;
		arrive('01', '02', '03');
		expect(await ids({ after, limit: 2, offset: 1 })).toEqual(['03', '02']);
	});

	it('has 50 without a limit, and may have a largest one', async () => {
		for (let i = 0; i < 60; i++) bench().simulator.addFax({ startTime: at('05') });
		expect(await ids({ after })).toHaveLength(50);
		expect(await ids({ after, limit: 60 })).toHaveLength(60);
		bench().simulator.settings.largestLimit = 50;
		expect(await ids({ after, limit: 60 })).toHaveLength(50);
	});
});

describe('The numbers of the simulator', () => {
	it('are all for administrators, and those assigned for members', async () => {
		bench().simulator.addNumber('+15550100001');
		const of = async (client: 'owner' | 'member') => {
			const { data } = await bench()[client].get<{ numbers: Array<{ number: string }> }>(
				'/accounts/self/numbers',
			);
			return data.numbers.map(({ number }) => number);
		};
		expect(await of('owner')).toEqual([seed.ownedNumber, '+15550100001']);
		expect(await of('member')).toEqual([seed.ownedNumber]);
	});
});
