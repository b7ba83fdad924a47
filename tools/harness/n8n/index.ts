export * from './api';
export { lazyExpressions, onlyLocalHost } from './environment';
export { ensureN8n, type Installation } from './installation';
export { N8n, owner, type N8nOptions } from './n8n';
export { packPackage } from './packedPackage';
export { requestN8n } from './request';
export { n8nVersions, selectedN8nVersion, type N8nVersion } from './versions';
