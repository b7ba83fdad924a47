import fc from 'fast-check';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { Keys } from '../../../nodes/FaxPlusTrigger/delivery/keys';
import { refusalByKeys } from '../../../nodes/FaxPlusTrigger/delivery/keys';
import type { Refusal } from '../../../nodes/FaxPlusTrigger/delivery/refusal';
import { decodeSecret } from '../../../nodes/FaxPlusTrigger/delivery/signature';

const REFUSED: Refusal = { status: 401, cause: "the signature doesn't match" };

/** After this many milliseconds, keys are no longer cached. */
const LATER = 5_001;

let triggers = 0;

/** One trigger, and the credential that it reads. */
class World {
	readonly id = `trigger-${(triggers += 1)}`;

	reads = 0;

	/** Whether the credential can't be read. */
	isAway = false;

	/** The credential that is selected in the trigger. */
	credential: { id: string; name: string } | undefined = { id: '1', name: 'Secrets' };

	/** @param pass waits until a read of the credential may continue */
	constructor(
		public secrets: string[],
		private readonly pass: () => Promise<unknown> = () => Promise.resolve(),
	) {}

	/** @returns whether the trigger accepts a delivery that was signed with this secret */
	async isAccepted(secret: string): Promise<boolean> {
		const refusalBy = ({ valid }: Keys): Refusal | undefined =>
			valid.some((key) => decodeSecret(secret)?.equals(key)) ? undefined : REFUSED;
		return (await refusalByKeys(this.context(), refusalBy)) === undefined;
	}

	private context(): IWebhookFunctions {
		return {
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id: this.id, credentials: { faxPlusWebhookSecretApi: this.credential } }),
			getCredentials: async () => {
				this.reads += 1;
				await this.pass();
				const entries = this.secrets.map((secret) => ({ secret }));
				await this.pass();
				if (this.isAway) throw new Error('The database is away');
				return { endpoints: { entries } };
			},
		} as unknown as IWebhookFunctions;
	}
}

function wordOf(text: string): string {
	return `whsec_${Buffer.from(text.padEnd(24)).toString('base64')}`;
}

const OLD = wordOf('old');
const NEW = wordOf('new');
const WRONG = wordOf('wrong');

afterEach(() => {
	jest.useRealTimers();
});

const nextTurn = async () => {
	await new Promise(setImmediate);
};

describe('The credential is read', () => {
	test('once for deliveries within some seconds, in turn or together', async () => {
		const world = new World([OLD], nextTurn);
		const together = Array.from({ length: 10 }, async () => await world.isAccepted(OLD));
		expect(await Promise.all(together)).toEqual(Array(10).fill(true));
		expect(await world.isAccepted(OLD)).toBe(true);
		expect(world.reads).toBe(1);
	});

	test('again before a refusal: for each one in turn, and twice for all that arrive together', async () => {
		const world = new World([OLD], nextTurn);
		expect(await world.isAccepted(OLD)).toBe(true);
		for (const reads of [2, 3]) {
			expect(await world.isAccepted(WRONG)).toBe(false);
			expect(world.reads).toBe(reads);
		}
		const other = new World([OLD], nextTurn);
		const refused = Array.from({ length: 50 }, async () => await other.isAccepted(WRONG));
		expect(await Promise.all(refused)).toEqual(Array(50).fill(false));
		expect(other.reads).toBe(2);
	});

	test('separately for each trigger, and for each credential that a trigger selects', async () => {
		const [world, other] = [new World([OLD]), new World([])];
		expect([await world.isAccepted(OLD), await other.isAccepted(OLD)]).toEqual([true, false]);
		world.secrets = [NEW];
		world.credential = { id: '2', name: 'Others' };
		expect([await world.isAccepted(OLD), await world.isAccepted(NEW)]).toEqual([false, true]);
		world.credential = undefined;
		expect(await world.isAccepted(NEW)).toBe(false);
	});
});

describe('While the credential', () => {
	test("can't be read, recent keys stay valid", async () => {
		const world = new World([OLD]);
		expect(await world.isAccepted(OLD)).toBe(true);
		world.isAway = true;
		expect(await world.isAccepted(WRONG)).toBe(false);
		expect(await world.isAccepted(OLD)).toBe(true);
	});

	test('is being read without end, recent keys stay valid', async () => {
		let pass: () => Promise<unknown> = () => Promise.resolve();
		const world = new World([OLD], async () => await pass());
		expect(await world.isAccepted(OLD)).toBe(true);
		pass = () => new Promise(() => undefined);
		void world.isAccepted(WRONG);
		await nextTurn();
		expect(world.reads).toBe(2);
		expect(await world.isAccepted(OLD)).toBe(true);
	});

	test.each([0, -3_600_000])(
		'has lost a secret, that secret is valid for only a few seconds more, even if somebody sets the clock by %i ms',
		async (change) => {
			jest.useFakeTimers();
			const world = new World([OLD]);
			expect(await world.isAccepted(OLD)).toBe(true);
			world.secrets = [NEW];
			expect(await world.isAccepted(OLD)).toBe(true);
			jest.advanceTimersByTime(LATER);
			jest.setSystemTime(Date.now() + change);
			expect(await world.isAccepted(OLD)).toBe(false);
		},
	);

	test("is empty, former keys aren't valid", async () => {
		const world = new World([OLD]);
		expect(await world.isAccepted(OLD)).toBe(true);
		world.secrets = [];
		expect(await world.isAccepted(WRONG)).toBe(false);
		expect(await world.isAccepted(OLD)).toBe(false);
	});
});

test('is read in any order, a secret is valid at once, and a secret that was never entered never is', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.scheduler(),
			fc.array(fc.constantFrom('deliver', 'deliver wrong', 'enter'), { maxLength: 12 }),
			async (scheduler, steps) => {
				const pass = async () => {
					await scheduler.schedule(Promise.resolve());
				};
				const world = new World([OLD], pass);
				const answers: Array<{ isRight: boolean; isAccepted: Promise<boolean> }> = [];
				const run = async (): Promise<void> => {
					for (const [at, step] of steps.entries()) {
						await pass();
						if (step === 'enter') world.secrets = [...world.secrets, wordOf(`new ${at}`)];
						else {
							const isRight = step === 'deliver';
							const secret = (isRight ? world.secrets.at(-1) : undefined) ?? WRONG;
							answers.push({ isRight, isAccepted: world.isAccepted(secret) });
						}
					}
					for (const { isRight, isAccepted } of answers) expect(await isAccepted).toBe(isRight);
				};
				await scheduler.waitFor(run());
			},
		),
	);
});
