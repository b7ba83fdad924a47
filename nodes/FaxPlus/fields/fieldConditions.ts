import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** Shows a field only where another one has one of these values. */
export function inField({ name }: INodeProperties, ...values: string[]): IDisplayOptions {
	return { show: { [name]: values } };
}
