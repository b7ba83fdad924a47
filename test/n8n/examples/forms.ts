import { clinic } from '../../contract/support/operationCases';
import { seed } from '../../../tools/simulator';
import { itemsOf } from '../../../tools/harness/n8n';
import { useExamples } from './support/examples';
import { FormVisit } from './support/formVisit';

const examples = useExamples();

describe('Find a fax number and buy it after approval', () => {
	const FILE = '04-buy-a-number-with-approval.json';
	const NEW_YORK = ['US', '212', ''];
	const OFFER = '+12125550123 in New York: 10 USD once, then 5 USD a month';
	const PICK = JSON.stringify([OFFER]);
	const YES = JSON.stringify(['Yes, buy this number']);
	const NO = JSON.stringify(['No, buy nothing']);

	test('a number that a person selected and approved is bought once', async () => {
		const visit = await FormVisit.first(examples, FILE, 'Which Number?', NEW_YORK);
		const page = await visit.page('Choose and Approve');
		expect(page).toContain(OFFER);
		expect(examples.callsOf('purchaseNumber')).toEqual([]);

		await visit.submit([PICK, YES]);
		const end = await visit.end();

		expect(end.page).toContain('+12125550123 belongs to your account now.');
		expect(end.execution.status).toBe('success');
		expect(examples.callsOf('purchaseNumber').map(({ body }) => body)).toEqual([{ item_id: seed.offerId }]);
		expect(itemsOf(end.execution, 'Purchase Number')[0]?.json).toEqual({
			number: '+12125550123',
			item_id: seed.offerId,
		});
		expect(clinic(examples.simulator).ownedNumbers).toContain('+12125550123');
	});

	test('a number that Fax.Plus writes with spaces is the one that is bought', async () => {
		for (const { item } of examples.simulator.state.offers) {
			item.number = item.number.replace(/^\+1212(...)/, '+1 212 $1 ');
		}
		const visit = await FormVisit.first(examples, FILE, 'Which Number?', NEW_YORK);
		const page = await visit.page('Choose and Approve');
		const offer = '+1 212 555 2580 in New York: 10 USD once, then 5 USD a month';
		expect(page).toContain(offer);

		await visit.submit([JSON.stringify([offer]), YES]);
		const end = await visit.end();

		expect(end.page).toContain('+1 212 555 2580 belongs to your account now.');
		expect(examples.callsOf('purchaseNumber').map(({ body }) => body)).toEqual([
			{ item_id: 'item_us_212_2' },
		]);
	});

	test.each([
		{ what: 'A no', fields: [PICK, NO] },
		{ what: 'No decision', fields: [PICK] },
	])('$what buys nothing', async ({ fields }) => {
		const visit = await FormVisit.first(examples, FILE, 'Which Number?', NEW_YORK);
		await visit.page('Choose and Approve');

		await visit.submit(fields);
		const end = await visit.end();

		expect(end.page).toContain('Nothing was bought');
		expect(end.execution.data.resultData.runData['Purchase Number']).toBeUndefined();
		expect(examples.callsOf('purchaseNumber')).toEqual([]);
		expect(clinic(examples.simulator).balance.amount).toBe(100);
	});

	test('an approval that is sent several times at once buys once', async () => {
		const visit = await FormVisit.first(examples, FILE, 'Which Number?', NEW_YORK);
		await visit.page('Choose and Approve');

		await visit.submitAtOnce([PICK, YES], 4);
		const end = await visit.end();

		expect(end.page).toMatch(/belongs to your account now|This approval has already been used/);
		expect(examples.callsOf('purchaseNumber').map(({ body }) => body)).toEqual([{ item_id: seed.offerId }]);
	});

	test("a number that wasn't offered can't be bought", async () => {
		const visit = await FormVisit.first(examples, FILE, 'Which Number?', ['US', '212', '2580']);
		const page = await visit.page('Choose and Approve');
		expect(page).toContain('+12125552580');
		expect(page).not.toContain('+12125550123');
		expect(examples.callsOf('searchNumbers').map(({ query }) => query)).toEqual([
			{ channel: 'custom', contains: '2580' },
		]);

		await visit.submit([PICK, YES]);
		const end = await visit.end();

		expect(end.page).toContain("The number wasn't bought");
		expect(examples.callsOf('purchaseNumber')).toEqual([]);
	});

	test("a refused purchase shows Fax.Plus's message and isn't retried", async () => {
		const visit = await FormVisit.first(examples, FILE, 'Which Number?', NEW_YORK);
		await visit.page('Choose and Approve');

		const expensive = '+12125557777 in New York: 5000 USD once, then 5 USD a month';
		await visit.submit([JSON.stringify([expensive]), YES]);
		const end = await visit.end();

		expect(end.page).toContain("The number wasn't bought");
		expect(end.page).toContain('The balance of the account does not cover the price');
		expect(examples.callsOf('purchaseNumber').map(({ body }) => body)).toEqual([
			{ item_id: seed.expensiveOfferId },
		]);
		expect(clinic(examples.simulator).ownedNumbers).toEqual([seed.ownedNumber]);
	});

	test("a purchase whose answer is lost is reported as unknown, and isn't retried", async () => {
		const visit = await FormVisit.first(examples, FILE, 'Which Number?', NEW_YORK);
		await visit.page('Choose and Approve');
		const lost = { with: 'hang-up', afterEffect: true, times: 1 } as const;
		examples.simulator.fail({ ...lost, operationId: 'purchaseNumber' });

		await visit.submit([PICK, YES]);
		const end = await visit.end();

		expect(end.page).toContain("It's unknown whether the number was bought");
		expect(end.page).not.toContain("The number wasn't bought");
		expect(examples.callsOf('purchaseNumber')).toHaveLength(1);
	});

	test.each([
		{ fields: ['US', '999', ''], message: 'The shop has no such number.' },
		{ fields: ['Germany', '30', ''], message: "isn't a two-letter ISO code" },
	])('a search for $fields ends with the reason', async ({ fields, message }) => {
		const visit = await FormVisit.first(examples, FILE, 'Which Number?', fields);

		const end = await visit.end();

		expect(end.page).toContain('Nothing was bought');
		expect(end.page).toContain(message);
	});
});

describe('Webhook endpoints: find and delete those that lead elsewhere', () => {
	const FILE = '05-tidy-webhook-endpoints.json';
	const OLD = 'https://old-n8n.example.com/webhook/1';
	const OTHER = 'https://other.example.com/faxes';
	const CRM = 'https://crm.example.com/faxes';

	/** Adds endpoints to the account. The first one belongs to this n8n instance. */
	function addEndpoints(...urls: string[]): void {
		for (const [index, url] of [`${examples.n8n.publicUrl}/webhook/own`, ...urls].entries()) {
			const id = `ep_${index}`;
			clinic(examples.simulator).endpoints.set(id, {
				id,
				url,
				filter_types: ['fax_received'],
				channels: null,
				secret: 'whsec_bm9uZQ==',
			});
		}
	}

	test('only what a person selects is deleted', async () => {
		addEndpoints(OLD, OTHER, CRM);
		const visit = await FormVisit.first(examples, FILE, 'Find Endpoints', ['crm.example.com']);
		const page = await visit.page('Select Endpoints');
		expect(page).toContain(`ep_1: ${OLD}`);
		expect(page).toContain(`ep_2: ${OTHER}`);
		expect(page).not.toContain('ep_0');
		expect(page).not.toContain('ep_3');

		await visit.submit([JSON.stringify([`ep_1: ${OLD}`])]);
		const end = await visit.end();

		expect(end.page).toContain('Deleted ep_1.');
		expect(end.execution.status).toBe('success');
		expect(examples.callsOf('deleteWebhook').map(({ path }) => path)).toEqual(['/webhooks/ep_1']);
		expect(examples.simulator.endpointsOf().map(({ id }) => id)).toEqual(['ep_0', 'ep_2', 'ep_3']);
	});

	test('all selected endpoints are deleted', async () => {
		addEndpoints(OLD, OTHER);
		const visit = await FormVisit.first(examples, FILE, 'Find Endpoints', ['']);
		await visit.page('Select Endpoints');

		await visit.submit([JSON.stringify([`ep_1: ${OLD}`, `ep_2: ${OTHER}`])]);
		const end = await visit.end();

		expect(end.page).toContain('Deleted ep_1. Deleted ep_2.');
		expect(examples.simulator.endpointsOf().map(({ id }) => id)).toEqual(['ep_0']);
	});

	test("one that Fax.Plus doesn't delete is reported, and the others are deleted", async () => {
		addEndpoints(OLD, OTHER);
		examples.simulator.fail({ operationId: 'deleteWebhook', times: 1, with: 403, description: 'Not yours' });
		const visit = await FormVisit.first(examples, FILE, 'Find Endpoints', ['']);
		await visit.page('Select Endpoints');

		await visit.submit([JSON.stringify([`ep_1: ${OLD}`, `ep_2: ${OTHER}`])]);
		const end = await visit.end();

		expect(end.page).toMatch(/Not yours.* Deleted ep_2\./);
		expect(examples.simulator.endpointsOf().map(({ id }) => id)).toEqual(['ep_0', 'ep_1']);
	});

	test.each([
		{ what: 'nothing was selected', ticked: [] },
		{ what: "an endpoint of this n8n instance was named that wasn't offered", ticked: ['ep_0: anything'] },
	])('nothing is deleted when $what', async ({ ticked }) => {
		addEndpoints(OLD);
		const visit = await FormVisit.first(examples, FILE, 'Find Endpoints', ['']);
		await visit.page('Select Endpoints');

		await visit.submit([JSON.stringify(ticked)]);
		const end = await visit.end();

		expect(end.page).not.toContain('Deleted ep_');
		expect(examples.callsOf('deleteWebhook')).toEqual([]);
	});

	test("a refusal to list them shows Fax.Plus's message", async () => {
		clinic(examples.simulator).hasWebhooksFeature = false;
		const visit = await FormVisit.first(examples, FILE, 'Find Endpoints', ['']);

		const end = await visit.end();

		expect(end.page).toContain('Nothing was deleted');
		expect(end.page).toContain('The account lacks the webhooks feature');
	});

	test('nothing can be selected if every endpoint belongs to this n8n instance', async () => {
		addEndpoints();
		const visit = await FormVisit.first(examples, FILE, 'Find Endpoints', ['']);

		const end = await visit.end();

		expect(end.page).toContain('Every endpoint belongs to this n8n');
		expect(examples.callsOf('deleteWebhook')).toEqual([]);
	});
});
