import { NodeHelpers, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { InputError } from '../../shared/values/inputError';

/** True if the node is an AI agent's tool. */
export function isTool(context: IExecuteFunctions): boolean {
	return NodeHelpers.isToolType(context.getNode().type);
}

/** True if a value contains an expression. n8n evaluates a string that begins with an equals sign. */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

/** Returns the value that was saved under a name, with expressions as they are. It's an empty text if there's none. */
export function savedValue(context: IExecuteFunctions, name: string, itemIndex = 0): unknown {
	return context.getNodeParameter(name, itemIndex, '', { rawExpressions: true });
}

/**
 * Refuses an expression in a field that needs a fixed value if the node is a tool. There, the model fills in an expression,
 * or the expression contains what the model has entered elsewhere.
 *
 * @param saved the saved values, by the names of their fields
 */
export function requireFixedInTool(
	context: IExecuteFunctions,
	fields: ReadonlyArray<Pick<INodeProperties, 'displayName' | 'name'>>,
	saved: object,
): void {
	const values = new Map(Object.entries(saved));
	const open = isTool(context) ? fields.find(({ name }) => holdsExpression(values.get(name))) : undefined;
	if (open === undefined) return;
	throw new InputError(
		`"${open.displayName}" has an expression, but a tool needs a fixed value there, so that no model can choose another one. Don't try another way. Ask a person, who can enter the value in this node.`,
	);
}
