/** The version of this package, which errors and checks show. `npm run generate` writes this file. */
export const PACKAGE = 'n8n-nodes-faxplus 0.1.0';
