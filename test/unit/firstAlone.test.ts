import { firstAlone, open } from '../../nodes/shared/service/firstAlone';

/** Work that waits for its end to be told, and notes that it has begun. */
function pieces(count: number) {
	const begun: number[] = [];
	const all = Array.from({ length: count }, (_, index) => {
		const { promise, resolve, reject } = withResolvers<number>();
		const work = async () => {
			begun.push(index);
			return await promise;
		};
		return {
			work,
			finish: () => {
				resolve(index);
			},
			fail: (error: Error) => {
				reject(error);
			},
		};
	});
	return { begun, all };
}

function withResolvers<T>() {
	let resolve: (value: T) => void = () => undefined;
	let reject: (error: Error) => void = () => undefined;
	const promise = new Promise<T>((whenDone, whenFailed) => {
		resolve = whenDone;
		reject = whenFailed;
	});
	return { promise, resolve, reject };
}

async function turnOfTheLoop(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}

test('the others begin together, once the first has finished', async () => {
	const { begun, all } = pieces(3);
	const gate = firstAlone();
	const results = Promise.all(all.map(({ work }) => gate(work)));

	await turnOfTheLoop();
	expect(begun).toEqual([0]);
	all[0]?.finish();
	await turnOfTheLoop();
	expect(begun).toEqual([0, 1, 2]);

	all[1]?.finish();
	all[2]?.finish();
	expect(await results).toEqual([0, 1, 2]);
});

test('the others begin after a first that fails, whose error goes to its own caller alone', async () => {
	const { begun, all } = pieces(2);
	const gate = firstAlone();
	const results = Promise.allSettled(all.map(({ work }) => gate(work)));
	const error = new Error('refused');

	all[0]?.fail(error);
	all[1]?.finish();

	expect(await results).toEqual([
		{ status: 'rejected', reason: error },
		{ status: 'fulfilled', value: 1 },
	]);
	expect(begun).toEqual([0, 1]);
});

test('an open gate holds nothing up', async () => {
	const { begun, all } = pieces(2);
	const results = Promise.all(all.map(({ work }) => open(work)));

	expect(begun).toEqual([0, 1]);

	for (const { finish } of all) finish();
	expect(await results).toEqual([0, 1]);
});
