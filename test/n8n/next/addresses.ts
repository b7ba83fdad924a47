import { itemsOf } from '../../../tools/harness/n8n';
import { seed } from '../../../tools/simulator';
import { startRawServer, stopRawServers } from '../../contract/support/rawServer';
import { NODE, useN8nBench } from '../support/bench';

const bench = useN8nBench();

afterEach(stopRawServers);

it("n8n's own protection applies to a document's address, even after a redirect", async () => {
	const server = await startRawServer(({ url }, response) => {
		const { port } = new URL(server.baseUrl);
		if (url === '/out') response.writeHead(302, { location: `http://0.0.0.0:${port}/letter.pdf` }).end();
		else response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4 a letter %%EOF');
	});
	const at = (path: string) => new URL(path, server.baseUrl).href;
	const blocked = at('/letter.pdf').replace('127.0.0.1', '0.0.0.0');

	const execution = await bench().run(
		{
			authentication: 'accessToken',
			resource: 'fax',
			operation: 'send',
			from: { __rl: true, mode: 'number', value: seed.ownedNumber },
			to: '+15550100243',
			source: 'url',
			documentUrl: '={{ $json.url }}',
			options: { allowHttp: true },
		},
		{
			onError: 'continueRegularOutput',
			items: [blocked, at('/out'), at('/letter.pdf')].map((url) => ({ url })),
		},
	);

	const refused = { error: { message: expect.stringContaining('blocked by n8n') as string } };
	const sent = { status: 'submitted' };
	expect(itemsOf(execution, NODE).map(({ json }) => json)).toMatchObject([refused, refused, sent]);
	expect([...server.requests].sort()).toEqual(['GET /letter.pdf', 'GET /out']);
});
