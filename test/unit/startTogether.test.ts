import { startTogether } from '../../tools/harness/processes/startTogether';

describe('Servers that start together', () => {
	it('are there in their order', async () => {
		expect(await startTogether([Promise.resolve('a'), Promise.resolve(2)])).toEqual(['a', 2]);
	});

	it('have all started, or failed, when one has failed, so that they can be stopped', async () => {
		const started: string[] = [];
		const start = async (name: string): Promise<void> => {
			await new Promise(setImmediate);
			started.push(name);
		};
		const failing = Promise.reject(new Error('no port'));
		await expect(startTogether([start('a'), failing, start('b')])).rejects.toThrow('no port');
		expect(started).toEqual(['a', 'b']);
	});
});
