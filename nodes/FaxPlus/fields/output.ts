type Simple = 'string' | 'number' | 'integer' | 'boolean' | 'texts by name';

/** The type of a field: `string[]` is a list, `string?` may be null. */
type FieldType = `${Simple}${'' | '[]'}${'' | '?'}` | Output | [Output];

/**
 * The fields of an operation's items, simplified where they can be, and what they hold. The build makes of it the schema that
 * the editor shows before a node has run (`tools/build/generated.js`).
 */
export interface Output {
	readonly [name: string]: FieldType;
}

/** Of an operation that has deleted something. */
export const DELETED: Output = { deleted: 'boolean', id: 'string' };
