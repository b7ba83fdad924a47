import type { Operation, Resource } from '../../nodes/FaxPlus/operation/operation';

export function operationsText(): string;
export function versionText(version: string): string;
export function outputSchema(operation: Pick<Operation, 'output'>): object;
export function outputSchemas(resources: readonly Resource[]): Record<string, object>;
