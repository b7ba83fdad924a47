import { querySqlite } from '../../../tools/harness/n8n/database';
import { EVERY_MINUTE } from '../../../tools/harness/n8n/workflows';
import { seed } from '../../../tools/simulator';
import { serviceTime } from '../../../tools/simulator/faxing/times';
import { until, useTriggerBench } from '../support/triggerBench';

const bench = useTriggerBench();

const MINUTE = 60_000;

const account = () => {
	const found = bench().simulator.state.accounts.get(seed.accountId);
	if (!found) throw new Error('There is no account');
	return found;
};

/** Receives faxes that are 15 minutes old according to their records. */
function arrive(ids: string[]): void {
	const { deliverySettings } = bench().simulator;
	deliverySettings.retrySchedule = [];
	for (const faxId of ids) {
		bench().simulator.faxReceived({ faxId });
		const time = serviceTime(Date.now() - 15 * MINUTE);
		Object.assign(account().faxes.get(faxId) ?? {}, { startTime: time, lastUpdate: time });
	}
}

/**
 * Returns the file names of the faxes that have started the workflow, because their ids differ between lists and
 * deliveries.
 */
async function passedFiles(id: string): Promise<string[]> {
	return (await bench().passed(id)).map(({ data }) => (data as { file: string }).file).sort();
}

const filesOf = (ids: string[]): string[] => ids.map((id) => `${id}.pdf`).sort();

it('Faxes from while n8n was off, or the endpoint was missing, start the workflow with a check, once each', async () => {
	const trigger = bench().trigger('missed', { pollTimes: EVERY_MINUTE });
	const { id, endpoint } = await bench().activate(trigger);
	const delivered = ['fax_delivered_1', 'fax_delivered_2'];
	arrive(delivered);
	await until(async () => (await passedFiles(id)).length === 2 || undefined);

	await bench().n8n.kill();
	const missed = Array.from({ length: 50 }, (_one, number) => `fax_missed_${number}`);
	arrive(missed);
	// This moves the registration and the trigger's first check an hour into the past.
	const paths = [
		`"faxPlus endpoint ${trigger.id}".registeredAt`,
		`"faxPlus ${trigger.id}".lists.inbox.begun`,
	];
	for (const path of paths)
		await querySqlite(
			bench().n8n,
			'UPDATE workflow_entity SET staticData = json_set(staticData, ?, ?) WHERE id = ?',
			[`$.global.${path}`, Date.now() - 60 * MINUTE, id],
		);
	await bench().n8n.restart();
	await until(async () => (await passedFiles(id)).length >= delivered.length + missed.length);
	expect(await passedFiles(id)).toEqual(filesOf([...delivered, ...missed]));

	account().endpoints.delete(endpoint.id);
	arrive(['fax_unannounced']);
	await until(async () => (await passedFiles(id)).includes('fax_unannounced.pdf') || undefined);
	expect(await passedFiles(id)).toEqual(filesOf([...delivered, ...missed, 'fax_unannounced']));
	expect(bench().endpointOf(trigger)).toBeDefined();
});
