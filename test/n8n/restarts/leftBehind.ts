import { isMarked } from '../../support/endpointUrls';
import { until, useTriggerBench } from '../support/triggerBench';

const bench = useTriggerBench();

describe('An endpoint whose workflow was unpublished just before n8n was killed', () => {
	it('is deleted once n8n runs again with any other workflow of the package, whose own endpoint stays', async () => {
		const { n8n, simulator } = bench();
		const trigger = bench().trigger('left-behind');
		const { id, endpoint } = await bench().activate(trigger);
		const other = bench().trigger('left-behind-other', { missedFaxes: 'never' });
		const { endpoint: kept } = await bench().activate(other);

		simulator.fail({ times: 1000, with: 503, operationId: 'deleteWebhook' });
		await n8n.api.deactivate(id);
		await until(() => isMarked(endpoint) || undefined);
		await n8n.kill();
		simulator.recover();
		// This simulates time passing while n8n is off.
		endpoint.url = endpoint.url.replace(/unused=\d+/, `unused=${Date.now() - 600_000}`);
		await n8n.restart();

		await until(() => bench().endpointsOf(trigger).length === 0 || undefined);
		expect(bench().endpointsOf(other)).toEqual([expect.objectContaining({ id: kept.id })]);
	});
});
