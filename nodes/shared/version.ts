/** The version of this package, as errors and checks name it. `npm run generate` writes this file. */
export const PACKAGE = 'n8n-nodes-faxplus 0.1.0';
