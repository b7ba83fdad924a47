import { SHEET, type Mark, type Sheet } from './sheet';

const BARS = 26;
const SPECKS = 1500;

/** A page on which nothing can be read: bars and specks, the same each time. */
export function unreadableSheet(): Sheet {
	const random = numbersFrom(4711);
	const upTo = (most: number): number => Math.round(random() * most);
	const bars = Array.from({ length: BARS }, (): Mark => {
		const x = upTo(SHEET.width / 3);
		return { x, y: upTo(SHEET.height), width: SHEET.width - x - upTo(120), height: 2 + upTo(22) };
	});
	const specks = Array.from({ length: SPECKS }, (): Mark => ({
		x: upTo(SHEET.width),
		y: upTo(SHEET.height),
		width: 1 + upTo(5),
		height: 1 + upTo(2),
	}));
	return { words: [], marks: [...bars, ...specks] };
}

/** Numbers from 0 to 1 that look random (a linear congruential generator, as in Numerical Recipes). */
function numbersFrom(seed: number): () => number {
	let last = seed;
	return () => {
		last = (last * 1664525 + 1013904223) % 2 ** 32;
		return last / 2 ** 32;
	};
}
