import { findFreePort } from '../../tools/harness/ports';

it('A port that was found is not found again before anything listens on it', async () => {
	jest.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.5);

	const ports = [await findFreePort(), await findFreePort()];

	expect(new Set(ports).size).toBe(2);
});
