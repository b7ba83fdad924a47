import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { field } from '../../shared/editor/field';
import { guardsFieldName, optionsFieldName, userIdField } from '../fields/common';
import type { GuardedField, Operation } from './operation';

/**
 * Returns notices about what a tool leaves to the model, so that a person reads them before publishing. Those about a guard
 * or a fixed value show only while it's missing.
 */
export function toolNotices(operation: Operation): INodeProperties[] {
	const { guardedInTool = [] } = operation;
	return [
		...guardedInTool.map(missingGuardNotice),
		...fixedOptionsOf(operation).map(notFixedNotice),
		...unguardedNotices(operation),
	];
}

/** Returns the options of an operation that need a fixed value in a tool. */
export function fixedOptionsOf({ userField, fixedInTool = [] }: Operation): INodeProperties[] {
	return [...(userField === userIdField ? [userIdField] : []), ...fixedInTool];
}

/** Matches any text but an expression. */
const FIXED = { _cnd: { regex: '^([^=]|$)' } };

function missingGuardNotice({ field: left, guard, always }: GuardedField): INodeProperties {
	const when = always ? '' : ', because the model chooses it';
	return inTool(
		`"${left.displayName}" needs the guard "${guard.displayName}"${when}. Without it, the tool sends nothing.`,
		`${left.name}GuardNotice`,
		{
			show: { ...left.displayOptions?.show },
			hide: {
				[`/${guardsFieldName}.${guard.name}`]: [{ _cnd: { exists: true } }],
				...(!always && { [`/${left.name}`]: [FIXED] }),
			},
		},
	);
}

/** The condition of this notice never matches. n8n shows a field anyway if it depends on an expression. */
function notFixedNotice({ displayName, name }: INodeProperties): INodeProperties {
	return inTool(
		`"${displayName}" needs a fixed value in a tool, so that no model can choose it. Enter the value yourself.`,
		`${name}Notice`,
		{ show: { [`/${optionsFieldName}.${name}`]: [] } },
	);
}

/**
 * Returns a notice with the fields that no guard limits. It's always shown, because the editor evaluates expressions before
 * it decides what to show, except in lists and collections.
 */
function unguardedNotices({ kind, fields, options = [], guardedInTool = [] }: Operation): INodeProperties[] {
	const guarded = new Set(guardedInTool.map(({ field: { name } }) => name));
	const open = fields.filter(({ type, name }) => type !== 'notice' && !guarded.has(name));
	const names = [...open.map(({ displayName }) => displayName), ...(options.length > 0 ? ['Options'] : [])];
	if (kind === 'read' || names.length === 0) return [];
	const list = [...new Set(names)].map((name) => `"${name}"`).join(', ');
	return [
		inTool(
			`No guard limits what a model enters here: ${list}. Leave to it only what it may choose, or let a person approve each call.`,
			'unguardedNotice',
		),
	];
}

function inTool(text: string, name: string, { show, hide }: IDisplayOptions = {}): INodeProperties {
	// The order matters, because n8n stops at the first expression and shows the notice.
	return field('notice', text, name, {
		displayOptions: { show: { '@tool': [true], ...show }, ...(hide && { hide }) },
	});
}
