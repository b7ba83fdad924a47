const ALL = '0123456789';

/** The digits, in order, that a string can start with if it matches a pattern of libphonenumber's metadata. */
function firstDigits(pattern) {
	const digits = alternativesIn(pattern).flatMap((alternative) => [...firstOf(alternative)]);
	return [...new Set(digits)].sort().join('');
}

/** Splits a pattern at the bars outside of groups. */
function alternativesIn(pattern) {
	const alternatives = [''];
	let depth = 0;
	for (const sign of pattern) {
		depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
		if (sign === '|' && depth === 0) alternatives.push('');
		else alternatives[alternatives.length - 1] += sign;
	}
	return alternatives;
}

/** The digits that an alternative can start with. Its first part is a digit, `\d`, a set or a group. */
function firstOf(alternative) {
	if (alternative.startsWith('(?:')) return mandatory(alternative, groupIn(alternative), firstDigits);
	const [atom = ''] = /^(?:\\d|\[[^\]]+\]|\d)/.exec(alternative) ?? [];
	return mandatory(alternative, atom, digitsIn);
}

/** Rejects an optional first part, because then the next part could come first, too. The metadata has no such pattern. */
function mandatory(alternative, atom, read) {
	const after = alternative.slice(atom.length);
	if (atom === '' || /^(?:[?*]|\{0)/.test(after)) throw new Error(`Cannot tell how "${alternative}" begins`);
	return read(atom.replace(/^\(\?:([^]*)\)$/, '$1'));
}

function groupIn(alternative) {
	let depth = 0;
	for (let at = 0; at < alternative.length; at += 1) {
		depth += alternative[at] === '(' ? 1 : alternative[at] === ')' ? -1 : 0;
		if (depth === 0) return alternative.slice(0, at + 1);
	}
	return '';
}

function digitsIn(atom) {
	return [...ALL].filter((digit) => new RegExp(`^${atom}$`).test(digit)).join('');
}

module.exports = { firstDigits };
