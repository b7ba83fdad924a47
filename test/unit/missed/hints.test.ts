import { useFakeClock } from '../support/clock';
import { active } from './support/n8n';

useFakeClock(Date.UTC(2026, 10, 23, 9));

const CONFIRMED_BY_SERVICE = /^Fax\.Plus confirmed this fax, because no signing secret did\./;

it("Only an execution with a fax that Fax.Plus had to confirm suggests adding the endpoint's signing secret", async () => {
	const { service, n8n } = await active();
	const hintsOf = async (work: () => Promise<void>): Promise<string[]> => {
		await work();
		return n8n.hints.splice(0).filter((hint) => CONFIRMED_BY_SERVICE.test(hint));
	};
	const [signed, confirmed] = [service.add(), service.add()];
	expect(await hintsOf(async () => n8n.receive(signed))).toEqual([]);
	expect(await hintsOf(async () => n8n.receive(confirmed, 'service'))).toHaveLength(1);
	// A copy doesn't start the workflow again, so the output is empty.
	expect(await hintsOf(async () => n8n.receive(confirmed, 'service'))).toEqual([]);
	expect(n8n.passed).toEqual([signed.id, confirmed.id]);
});
