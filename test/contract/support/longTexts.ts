import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	NodeParameterValueType,
} from 'n8n-workflow';

import { propertiesOf } from '../../../nodes/FaxPlus/operation/properties';
import { presetResource, resources } from '../../../nodes/FaxPlus/resources';
import type { Bench } from './bench';
import { locator } from './operationCases/case';
import { operations, parametersOf } from './operationCases';

// n8n is a single process, so a string that's slow to parse blocks everything else. A quadratic pattern needs ten seconds
// or more for one of the shorter strings. Linear patterns need a fraction of a second for all of them.

/** Lengths of strings, each with the seconds of CPU time that a run may take for all strings of that length. */
export const LONG = { length: 100_000, seconds: 5 };
export const LONGER = { length: 1_000_000, seconds: 20 };

/**
 * The prefix, the repeated part, and the suffix of each string. They make a pattern try each possible match up to the end
 * of the string.
 */
const PARTS = [
	['+1555', '-', '0100200'],
	['a', '.', 'b.pdf'],
	['a', ' ', 'b'],
	['"a', '"', 'a"b'],
	['+', '1', 'x'],
	['JVBERi0x', '=', 'x'],
	['(', '+', ')x'],
	['https://a.example/', '/', 'x x'],
	['a', ' bcd', '\u0000'],
	['+15550100299', ', +1 (0) 555 010-0200 x1', ';x'],
	['+1', ' -."\'=0(+', 'ext 1x'],
] as const;

/** These strings are as long as numbers may be. With longer ones, an exponential pattern would never finish. */
const SHORT = ['fax###', 'no fax ', 'tel. - ', '+0(0) ', '1 x1', 'a.b@', '%3a', '() '].map(
	(part) => `${part.repeat(60 / part.length)}y`,
);

/** Returns hostile strings of the given length, and one list of valid numbers. */
function textsOf(length: number): string[] {
	const texts = PARTS.map(([begin, part, end]) => begin + part.repeat(length / part.length) + end);
	const numbers = Array.from({ length: length / 14 }, (_, i) => `+1555${String(2_000_000 + i)}`);
	return [...SHORT, ...texts, numbers.join(', ')];
}

interface Field {
	operation: string;
	at: string;
	description: string | undefined;
	/** Whether the field allows no expression. */
	isPlain: boolean;
	parameters: (value: string) => INodeParameters;
}

interface Setting extends Omit<Field, 'operation' | 'parameters'> {
	set: (value: string) => INodeParameters;
}

/** Returns the fields that people fill in, including those within collections. Each has a function that sets it. */
function fieldsIn(properties: INodeProperties[]): Setting[] {
	return properties.flatMap((property) => {
		const { name, type, description, options = [], typeOptions, noDataExpression, displayOptions } = property;
		const shown = Object.entries(displayOptions?.show ?? {}).map(([other, values]) => [other, values?.[0]]);
		const others = Object.fromEntries(shown) as INodeParameters;
		const setting = (to: NodeParameterValueType): INodeParameters => ({ ...others, [name]: to });
		if (type === 'collection')
			return fieldsIn(options as INodeProperties[]).map(({ at, set, ...rest }) => ({
				...rest,
				at: `${name}.${at}`,
				set: (value: string) => setting(set(value)),
			}));
		if (type === 'fixedCollection')
			return (options as INodePropertyCollection[]).flatMap((entry) =>
				fieldsIn(entry.values).map(({ at, set, ...rest }) => ({
					...rest,
					at: `${name}.${entry.name}.${at}`,
					set: (value: string) =>
						setting({ [entry.name]: typeOptions?.multipleValues ? [set(value)] : set(value) }),
				})),
			);
		// The package itself doesn't read a tool's description.
		if (['operation', 'toolDescription'].includes(name) || type === 'notice') return [];
		const set = (value: string) => setting(type === 'resourceLocator' ? locator('id', value) : value);
		return [{ at: name, description, isPlain: noDataExpression === true, set }];
	});
}

const properties = propertiesOf(resources, presetResource);

const everyField = operations.flatMap((operationCase): Field[] => {
	const { resource, operation, name } = operationCase;
	const own = properties.filter(
		({ displayOptions: { show = {} } = {} }) =>
			show['resource']?.includes(resource) && show['operation']?.includes(operation),
	);
	return fieldsIn(own).map(({ at, description, isPlain, set }) => ({
		operation: name,
		at,
		description,
		isPlain,
		parameters: (value) => ({ ...parametersOf(operationCase), ...set(value) }),
	}));
});

/** All fields without duplicates, because operations share fields. */
export const longTextFields = [
	...new Map(everyField.map((field) => [`${field.at}: ${field.description}`, field])).values(),
];

/** Expects that a field refuses or accepts hostile strings, and that none of them takes long. */
export async function expectAccepted(
	bench: Bench,
	{ parameters, isPlain }: Field,
	{ length, seconds }: typeof LONG,
): Promise<void> {
	const texts = textsOf(length);
	const before = process.cpuUsage();
	// In a field that allows no expressions, an expression is plain text.
	for (const text of isPlain ? texts : ['={{ $json.text }}'])
		await bench
			.run(parameters(text), {
				items: isPlain ? [{ json: {} }] : texts.map((one) => ({ json: { text: one } })),
				onError: 'continueRegularOutput',
			})
			.catch(() => undefined);
	const { user, system } = process.cpuUsage(before);
	expect((user + system) / 1e6).toBeLessThan(seconds);
}
