type Simple = 'string' | 'number' | 'integer' | 'boolean' | 'texts by name';

/** The type of a field. For example, `string[]` is a list, and `string?` may be null. */
type FieldType = `${Simple}${'' | '[]'}${'' | '?'}` | Output | [Output];

/**
 * The fields of an operation's output items and their types, in simplified form if there is one. From this, the build
 * generates the schema that the editor shows before a node has run (`tools/build/generated.js`).
 */
export interface Output {
	readonly [name: string]: FieldType;
}

/** The output of an operation that deletes something. */
export const DELETED: Output = { deleted: 'boolean', id: 'string' };
