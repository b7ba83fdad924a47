import { InputError } from './inputError';
import { visibleIn } from './text';

/** A kind of value in credentials, recognized by its prefix (docs/contributing/api.md, "Authentication" and "Signatures"). */
interface Kind {
	pattern: RegExp;
	name: string;
	/** Field where the value belongs. */
	place: string;
}

const KINDS = {
	signingSecret: {
		pattern: /whsec_/i,
		name: 'a webhook signing secret',
		place: '"Secret" of a "Fax.Plus Webhook Signing Secret API" credential',
	},
	accessToken: {
		pattern: /alohi_pat_/i,
		name: 'a personal access token',
		place: '"Access Token" of a "Fax.Plus API" credential',
	},
	clientId: {
		pattern: /^["']?APIK-/i,
		name: 'an OAuth client ID',
		place: '"Client ID" of a "Fax.Plus OAuth2 API" credential',
	},
} satisfies Record<string, Kind>;

/** Name of a kind of value. In a field that's for this kind, it isn't misplaced. */
export type KindName = keyof typeof KINDS;

/** Returns why a field's value is wrong, if it belongs in another field. The text doesn't contain the value. */
export function misplaced(value: unknown, field: string, expected?: KindName): string | undefined {
	const found = kindIn(value, expected);
	return found && `${field} contains ${found.name}. Move it to ${found.place}.`;
}

/**
 * Returns why the value of a field that n8n shows as plain text is wrong, if it belongs in another field. Everybody who opens
 * the credential can see it, so the text advises to replace it.
 */
export function misplacedInClear(value: unknown, field: string, expected?: KindName): string | undefined {
	const found = kindIn(value, expected);
	return (
		found &&
		`${field} contains ${found.name}, and n8n shows this field as plain text. Move it to ${found.place}. If others may have seen it, replace it in Fax.Plus.`
	);
}

/** Throws an InputError with the reason that `misplaced` or `misplacedInClear` returns, if there's one. */
export function refuse(reason: string | undefined): void {
	if (reason !== undefined) throw new InputError(reason);
}

function kindIn(value: unknown, expected?: KindName): Kind | undefined {
	const text = visibleIn(typeof value === 'string' ? value : '').trim();
	const [, found] =
		Object.entries(KINDS).find(([name, { pattern }]) => name !== expected && pattern.test(text)) ?? [];
	return found;
}
