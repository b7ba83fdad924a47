import type { Operation, Resource } from '../../nodes/FaxPlus/operation';

export function operationsText(): string;
export function outputSchema(operation: Pick<Operation, 'output'>): object;
export function readmeText(readme: string, resources: readonly Resource[]): string;
