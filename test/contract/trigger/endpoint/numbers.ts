import { logOf, OWN_NUMBERS, useTriggerBench } from '../support/bench';

const bench = useTriggerBench();

const OTHERS = '+15559999999';

/** Returns how often the numbers of the account were read. */
const readings = () =>
	bench().simulator.requests.filter(({ operationId }) => operationId === 'listNumbers').length;

describe("A publish with a number that isn't the account's", () => {
	it.each([
		[OTHERS, "isn't", 'it', 'it belongs'],
		[`${OTHERS}, +15558888888`, "aren't", 'them', 'they belong'],
	])('is refused, and says what to fix or to allow: %s', async (others, be, them, theyBelong) => {
		const trigger = await bench().trigger({ parameters: { channels: `${OWN_NUMBERS[0] ?? ''}, ${others}` } });
		await expect(trigger.activate()).rejects.toThrow(
			`"Numbers" contains ${others}, which ${be} among your numbers (${OWN_NUMBERS.join(', ')}). Correct ${them}. If ${theyBelong} to somebody else, add the option "Numbers of Others".`,
		);
		expect(bench().endpointsOf(trigger)).toEqual([]);
	});

	it('is refused as well if the workflow was published before, without that number', async () => {
		const before = await bench().activeTrigger({ parameters: { channels: OWN_NUMBERS[0] ?? '' } });
		const trigger = before.edited({ parameters: { channels: OTHERS } });
		await expect(trigger.checkExists('update')).rejects.toThrow(
			`"Numbers" contains ${OTHERS}, which isn't among`,
		);
		expect(bench().endpointsOf(trigger)).toEqual([expect.objectContaining({ channels: [OWN_NUMBERS[0]] })]);
	});

	it("succeeds if the options allow other accounts' numbers", async () => {
		const parameters = { channels: OTHERS, options: { numbersOfOthers: true } };
		const trigger = await bench().activeTrigger({ parameters });
		expect(bench().endpointsOf(trigger)).toEqual([expect.objectContaining({ channels: [OTHERS] })]);
		expect(readings()).toBe(0);
	});

	it("succeeds if the token can't read numbers, and the log says so", async () => {
		const credentials = await bench().bench.limitedAccessToken(['fax:webhook:read', 'fax:webhook:edit']);
		const trigger = await bench().trigger({ credentials, parameters: { channels: OTHERS } });
		const log = logOf(trigger);
		await trigger.activate();
		expect(bench().endpointsOf(trigger)).toEqual([expect.objectContaining({ channels: [OTHERS] })]);
		expect(log[0]).toMatch(/^warn: .* n8n couldn't check whether its "Numbers" belong to the account/);
	});

	it('succeeds again if it was published like this before the number left the account, and checks restore its endpoint', async () => {
		const trigger = await bench().activeTrigger({ parameters: { channels: OWN_NUMBERS[1] ?? '' } });
		bench().account.ownedNumbers = OWN_NUMBERS.slice(0, 1);
		await trigger.delete();
		await trigger.activate();
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
		bench().account.endpoints.clear();
		await trigger.poll();
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
		expect(readings()).toBe(1);
	});
});
