import type { INodeParameters } from 'n8n-workflow';

import { fixtureOf, versionsWith, writing } from '../../support/fixtures';
import { useBench } from '../support/bench';
import type { NodeResult, NodeRun } from '../support/execution';
import { numberOf, sendingOf } from '../support/sending';

const bench = useBench();
const { send, taken, slowly } = sendingOf(bench);

/** The time when the execution of a fixture began. */
const BEGAN_AT = Date.UTC(2026, 10, 23, 9);

/** Entries of n8n's store, by workflow and node. */
type Stored = Record<string, string[]>;

beforeEach(() => {
	bench().engine.store.empty();
	slowly();
});

/** Sends a fax to each number. */
async function attempt(numbers: string[], run: Partial<NodeRun>): Promise<NodeResult> {
	const parameters: INodeParameters = { to: '={{ $json.to }}', text: '=Fax to {{ $json.to }}' };
	return await send(parameters, { items: numbers.map((to) => ({ json: { to } })), ...run });
}

/** Returns the entries, except those with ids of uploads and faxes, which differ in each run. */
function kindsOf(entries: string[]): string[] {
	return entries.filter((entry) => / \S+ 1$|( (open|claimed|was here))$/.test(entry));
}

it("earlier versions can read what this version stores of a send, so after a downgrade n8n's Retry sends nothing twice", async () => {
	await attempt([0, 1].map(numberOf), { beganAt: BEGAN_AT });
	const stored = Object.fromEntries(bench().engine.store.idsByNode);
	if (writing) writing('sends', stored);
	const own = Object.values(stored).flatMap(kindsOf);
	for (const version of versionsWith('sends')) {
		const earlier = Object.values(fixtureOf(version, 'sends') as Stored).flatMap(kindsOf);
		expect(earlier.length).toBeGreaterThan(0);
		expect(own).toEqual(expect.arrayContaining(earlier));
	}
});

it.each(versionsWith('sends'))(
	"a Retry by this version doesn't send again what version %s sent, but sends the rest",
	async (version) => {
		const { idsByNode } = bench().engine.store;
		for (const [node, entries] of Object.entries(fixtureOf(version, 'sends') as Stored))
			idsByNode.set(node, entries);
		const run = { retryOf: BEGAN_AT, onError: 'continueRegularOutput' } as const;
		await attempt([0, 1, 2].map(numberOf), run);
		expect(taken()).toEqual({ [numberOf(2)]: 1 });
	},
);
