/** Scopes for the endpoints of both webhook APIs. */
export const WEBHOOK_READ_SCOPES = ['fax:webhook:read', 'fax:all:read'];
export const WEBHOOK_EDIT_SCOPES = ['fax:webhook:edit', 'fax:all:edit'];
