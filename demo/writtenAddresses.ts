import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Data = Record<string, unknown>;

/** The fields of credentials that say where something is. At each start of the demo it is elsewhere. */
const ADDRESS_FIELDS = ['baseUrl', 'authorizationServer', 'url', 'host', 'port'];

/** Remembers the addresses that the demo has written into credentials, and so knows those that a person has changed. */
export class WrittenAddresses {
	private constructor(
		private readonly file: string,
		private readonly byCredential: Record<string, Data>,
	) {}

	/** @param folder where the demo keeps its data */
	static async read(folder: string): Promise<WrittenAddresses> {
		const file = join(folder, 'written-addresses.json');
		const text = await readFile(file, 'utf8').catch(() => '{}');
		return new WrittenAddresses(file, JSON.parse(text) as Record<string, Data>);
	}

	async save(): Promise<void> {
		await writeFile(this.file, JSON.stringify(this.byCredential));
	}

	/** Whether the data of a credential have the addresses that the demo has written there. */
	isUnchanged(credentialId: string, data: Data): boolean {
		const written = Object.entries(this.byCredential[credentialId] ?? {});
		return written.every(([field, value]) => data[field] === value);
	}

	/** Notes the addresses in what is written into a credential, and returns them. */
	note(credentialId: string, data: Data): Data {
		const addresses = Object.fromEntries(
			Object.entries(data).filter(([field]) => ADDRESS_FIELDS.includes(field)),
		);
		this.byCredential[credentialId] = addresses;
		return addresses;
	}
}
