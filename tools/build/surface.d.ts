import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';

/** Lists what saved workflows depend on as lines, and finds the recorded lines that a change would break. */
export const SURFACE: string;

export interface SurfaceParts {
	nodes: readonly INodeTypeDescription[];
	credentials: readonly ICredentialType[];
	outputs: Readonly<Record<string, object>>;
}

export function surfaceLines(parts: SurfaceParts): string[];
export function linesIn(text: string): string[];
export function breakage(recorded: readonly string[], lines: readonly string[]): string | undefined;
export function surfaceText(text: string, lines: readonly string[]): string;
