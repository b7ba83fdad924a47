import { InputError } from '../../nodes/shared/values/inputError';
import { partOf, reasonsIn, requireAll, valueOf } from '../../nodes/shared/values/parts';

const wrong = (message: string) =>
	partOf(() => {
		throw new InputError(message);
	});

test("the value of a part that can't be read is undefined, so that the others can be checked", () => {
	expect([partOf(() => 1), wrong('no number')].map(valueOf)).toEqual([1, undefined]);
});

test('the first mistake is thrown with the others, each once', () => {
	const [one, other] = [wrong('one'), wrong('other')];
	const dependent = partOf(() => one());
	const mistakes = partOf(() => {
		requireAll([partOf(() => 1), one, dependent, other]);
	});
	expect(reasonsIn([mistakes])).toEqual([new InputError('one'), new InputError('other')]);
	expect(() => {
		requireAll([partOf(() => 1)]);
	}).not.toThrow();
});
