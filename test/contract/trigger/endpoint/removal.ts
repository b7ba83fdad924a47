import { logOf, until, untilGivenUp, untilLogged, useTriggerBench } from '../support/bench';
import type { Trigger } from '../support/trigger';
import { endPauses, longPauses } from '../../support/time';

const bench = useTriggerBench();

describe('An endpoint whose URL is used again outside this process', () => {
	it('stays when a trigger with the same credential answers there', async () => {
		const { trigger, log } = await bench().deactivated();
		bench().server.register(trigger.url, trigger);
		endPauses();
		await untilLogged(log, /: endpoint ep_.* is kept in Fax.Plus, because a trigger is using/);
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
		// The package's own request isn't refused like a stranger's.
		expect(log.filter((line) => /refused/.test(line))).toEqual([]);
		expect(log).toContainEqual(
			expect.stringMatching(/^debug: .*: responded to a check of which trigger listens here$/),
		);
	});

	it('stays when the answer leads elsewhere', async () => {
		const { trigger, log } = await bench().deactivated();
		const [endpoint] = bench().endpointsOf(trigger);
		bench().server.register(trigger.url, {
			webhook: (_request, response) => {
				response.set('location', 'https://localhost/').status(307).json({});
				return { noWebhookResponse: true };
			},
		});
		await untilGivenUp(log, /is kept in Fax.Plus/);
		expect(linesOf(trigger, log)).toEqual([
			expect.stringContaining(
				`: endpoint ${endpoint?.id ?? ''} is kept in Fax.Plus, because its webhook URL responds with status 307, which doesn't show whether it's in use. If nothing uses it, delete it with the Fax.Plus node, "Webhook Endpoint: Delete".`,
			),
		]);
		expect(bench().endpointsOf(trigger)).toEqual([endpoint]);
	});
});

it('A removal whose credential was deleted in between reports that', async () => {
	const { trigger, log } = await bench().deactivated();
	const [endpoint] = bench().endpointsOf(trigger);
	const { faxPlusApi } = trigger.settings.credentials;
	if (faxPlusApi) bench().bench.engine.credentials.delete(faxPlusApi);
	endPauses();
	await until(() => log.length > 0);
	expect(log).toEqual([
		expect.stringMatching(
			/^warn: .*: endpoint ep_\w+ couldn't be removed, because n8n can't use its credential anymore \(.+\)\. .* Delete the endpoint with another credential of the account, with the Fax\.Plus node/,
		),
	]);
	expect(log[0]).toContain(endpoint?.id);
	await bench().afterAnotherLeft();
	expect(longPauses).toHaveLength(2);
});

/** Returns the log lines of one trigger. Earlier tests' triggers may still write others. */
function linesOf({ workflow }: Trigger, log: string[]): string[] {
	return log.filter((line) => line.includes(`(${workflow.id})`));
}

/** Deactivates the trigger as a user does, some time after n8n did so because of the failure. */
async function givenUp(trigger: Trigger): Promise<void> {
	const later = Date.now() + 10_000;
	const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
	await trigger.delete();
	clock.mockRestore();
}

describe('Without an endpoint, because the first activation failed', () => {
	it.each([
		['refuses', { with: 401, error: 'unauthorized', description: 'It has expired' }],
		["doesn't answer", { with: 'hang-up' }],
	] as const)("and if Fax.Plus %s, the log doesn't mention deleting one", async (_what, failure) => {
		const trigger = await bench().trigger();
		const log = logOf(trigger);
		bench().simulator.fail({ times: 1000, ...failure });
		await expect(trigger.activate()).rejects.toThrow();
		await trigger.delete();
		expect(linesOf(trigger, log)).toEqual([]);
		await givenUp(trigger);
		await until(() => {
			endPauses();
			return log.some((line) => line.includes(`lists one for ${trigger.url}, delete it`));
		});
		for (const line of linesOf(trigger, log)) {
			expect(line).toMatch(/^info: .*: it's unknown whether an endpoint is left for its webhook URL \(/);
		}
	});

	it('and without a credential, the log asks for nothing', async () => {
		const trigger = await bench().trigger({ credentials: {} });
		const log = logOf(trigger);
		await expect(trigger.activate()).rejects.toThrow();
		await trigger.delete();
		expect(linesOf(trigger, log)).toEqual([]);
		await givenUp(trigger);
		expect(log).toEqual([
			expect.stringMatching(/^info: .*: it doesn't know of an endpoint to remove \(.+\)$/),
		]);
	});
});
