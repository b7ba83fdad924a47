import { join } from 'node:path';
import type { Progress } from '../harness/progress';
import { isObject, readObject, writeWhole } from './setAside';

type Data = Record<string, unknown>;

/** Fields of credentials that contain an address. Addresses can change at each start of the demo. */
const ADDRESS_FIELDS = ['baseUrl', 'allowedDomains', 'authorizationServer', 'url', 'host', 'port'];

/** Remembers the addresses that the demo wrote into credentials, to recognize those that the user changed. */
export class WrittenAddresses {
	private constructor(
		private readonly file: string,
		private readonly byCredential: Map<string, Data>,
	) {}

	/** @param folder where the demo stores its data */
	static async read(folder: string, progress: Progress): Promise<WrittenAddresses> {
		const file = join(folder, 'written-addresses.json');
		const noted = Object.entries((await readObject(file, progress)) ?? {});
		const byCredential = noted.filter((entry): entry is [string, Data] => isObject(entry[1]));
		return new WrittenAddresses(file, new Map(byCredential));
	}

	async save(): Promise<void> {
		await writeWhole(this.file, JSON.stringify(Object.fromEntries(this.byCredential)));
	}

	/** Whether the demo wrote addresses into this credential. */
	knows(credentialId: string): boolean {
		return this.byCredential.has(credentialId);
	}

	/**
	 * Whether a credential still has the addresses that the demo wrote. If those are unknown, it must have the ones that
	 * the demo would write now.
	 */
	isUnchanged(credentialId: string, data: Data, now: Data): boolean {
		const written = Object.entries(this.byCredential.get(credentialId) ?? addressesIn(now));
		return written.every(([field, value]) => data[field] === value);
	}

	/** Remembers the addresses in the data of a credential, and returns them. */
	note(credentialId: string, data: Data): Data {
		const addresses = addressesIn(data);
		this.byCredential.set(credentialId, addresses);
		return addresses;
	}
}

function addressesIn(data: Data): Data {
	return Object.fromEntries(Object.entries(data).filter(([field]) => ADDRESS_FIELDS.includes(field)));
}
