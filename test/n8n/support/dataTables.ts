import type { IDataObject } from 'n8n-workflow';
import type { N8n } from '../../../tools/harness/n8n';

/** The owner's data tables, by name. They're read and filled as on n8n's own page. */
export class DataTables {
	private constructor(
		private readonly n8n: N8n,
		private readonly path: string,
	) {}

	static async of(n8n: N8n): Promise<DataTables> {
		const { id } = await n8n.api.call<{ id: string }>('GET', '/rest/projects/personal');
		return new DataTables(n8n, `/rest/projects/${id}/data-tables`);
	}

	/** Returns the rows of a table, oldest first. There are none if the table doesn't exist. */
	async rows(name: string): Promise<IDataObject[]> {
		const id = await this.idOf(name);
		if (id === undefined) return [];
		const path = `${this.path}/${id}/rows?take=100&sortBy=id:asc`;
		return (await this.n8n.api.call<{ data: IDataObject[] }>('GET', path)).data;
	}

	async insert(name: string, rows: IDataObject[]): Promise<void> {
		await this.n8n.api.call('POST', `${this.path}/${await this.idOf(name)}/insert`, {
			data: rows,
			returnType: 'count',
		});
	}

	/** Changes the rows with these values, as a user does by editing cells. */
	async update(name: string, where: IDataObject, data: IDataObject): Promise<void> {
		const filter = filterOf(where);
		await this.n8n.api.call('PATCH', `${this.path}/${await this.idOf(name)}/rows`, { filter, data });
	}

	/** Deletes the rows with these values. */
	async remove(name: string, where: IDataObject): Promise<void> {
		const filter = encodeURIComponent(JSON.stringify(filterOf(where)));
		await this.n8n.api.call('DELETE', `${this.path}/${await this.idOf(name)}/rows?filter=${filter}`);
	}

	/** Deletes all data tables. */
	async clear(): Promise<void> {
		const { data } = await this.n8n.api.call<{ data: Array<{ id: string }> }>('GET', this.path);
		for (const { id } of data) await this.n8n.api.call('DELETE', `${this.path}/${id}`);
	}

	private async idOf(name: string): Promise<string | undefined> {
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const { data } = await this.n8n.api.call<{ data: Array<{ id: string; name: string }> }>(
			'GET',
			`${this.path}?filter=${filter}`,
		);
		return data.find((table) => table.name === name)?.id;
	}
}

function filterOf(where: IDataObject): object {
	const equal = ([columnName, value]: [string, unknown]) => ({ columnName, condition: 'eq', value });
	return { type: 'and', filters: Object.entries(where).map(equal) };
}
