import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { FaxPlusTrigger } from '../../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';

const { description } = new FaxPlusTrigger();

/** Returns the values that n8n and its editor derive from saved parameters. */
function valuesOf(saved: INodeParameters, withDefaults = true): INodeParameters {
	const node = { typeVersion: 2, parameters: saved };
	return (
		NodeHelpers.getNodeParameters(description.properties, saved, withDefaults, false, node, description) ?? {}
	);
}

it("The trigger's only hidden field is the interval that a visible field sets", () => {
	const { properties } = description;
	const hidden = properties.filter(({ type }) => type === 'hidden');
	expect(new Set(hidden.map(({ name }) => name))).toEqual(new Set(['pollTimes', 'options']));
	expect(properties.filter(({ type }) => type !== 'hidden').map(({ name }) => name)).toEqual([
		'authentication',
		'setUpNotice',
		'events',
		'outcome',
		'channels',
		'downloadFax',
		'format',
		'binaryPropertyName',
		'markAsRead',
		'missedFaxes',
		'options',
	]);
});

describe('The interval that n8n reads', () => {
	const INTERVALS = {
		every15Minutes: [{ mode: 'everyX', unit: 'minutes', value: 15 }],
		everyHour: [{ mode: 'everyX', unit: 'hours', value: 1 }],
		everyDay: [{ mode: 'everyHour', minute: 25 }],
		never: [],
	};

	it('is fifteen minutes by default', () => {
		expect(valuesOf({})['pollTimes']).toEqual({ item: INTERVALS.every15Minutes });
	});

	it.each(Object.entries(INTERVALS))('follows the setting "%s"', (missedFaxes, item) => {
		expect(valuesOf({ missedFaxes })['pollTimes']).toEqual({ item });
	});

	it('follows a change in the editor, which saves what differs from the defaults', () => {
		let saved: INodeParameters = {};
		for (const [missedFaxes, item] of Object.entries(INTERVALS)) {
			saved = valuesOf({ ...valuesOf(valuesOf(saved), false), missedFaxes }, false);
			expect(valuesOf(saved)['pollTimes']).toEqual({ item });
			expect(saved).not.toHaveProperty('pollTimes');
		}
	});

	it('needs no expression, which would slow down every delivery', () => {
		expect(JSON.stringify(description.properties)).not.toContain('={{');
	});
});
