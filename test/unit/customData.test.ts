import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { saveFaxIds, saveFaxIdsOf } from '../../nodes/shared/faxes/customData';

/** Returns an execution that stores n8n's custom data. */
function execution(saved: Record<string, string> = {}): {
	context: IExecuteFunctions;
	saved: Record<string, string>;
} {
	const customData = {
		get: (key: string) => saved[key],
		set: (key: string, value: string) => (saved[key] = value),
	};
	return { context: { customData } as unknown as IExecuteFunctions, saved };
}

test('several nodes of an execution save their faxes together, each ID once', () => {
	const { context, saved } = execution();
	saveFaxIds(context, ['a', 'b']);
	saveFaxIds(context, ['b', null, undefined, '', 7]);
	expect(saved).toEqual({ faxId: 'a, b, 7' });
});

test('the items of a trigger have one or two IDs, or none', () => {
	const { context, saved } = execution();
	const items: IDataObject[] = [
		{ data: { id: 'fax' }, hook: { id: 'session' } },
		{ data: {} },
		{ error: 'no fax' },
	];
	saveFaxIdsOf(
		context,
		items.map((json) => ({ json })),
	);
	expect(saved).toEqual({ faxId: 'fax, session' });
});

test('an execution with many faxes saves as many whole IDs as fit into 255 characters', () => {
	const { context, saved } = execution();
	const ids = Array.from({ length: 1_200 }, (_, index) => `fax_${String(index).padStart(20, '0')}`);
	saveFaxIds(context, ids);
	expect(saved['faxId']).toBe(ids.slice(0, 9).join(', '));
});

test('without faxes nothing is saved', () => {
	const { context, saved } = execution();
	saveFaxIds(context, []);
	expect(saved).toEqual({});
});

test.each<[string, object]>([
	['an n8n version without custom data', {}],
	[
		"custom data that can't be saved",
		{
			get customData(): never {
				throw new Error('not available in this context');
			},
		},
	],
])('%s fails nothing', (_what, context) => {
	expect(() => {
		saveFaxIds(context as IExecuteFunctions, ['a']);
	}).not.toThrow();
});
