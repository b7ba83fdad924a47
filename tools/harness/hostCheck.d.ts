/** Status of the answer to a request that names another host: "Misdirected Request". */
export const MISDIRECTED: number;

/**
 * Whether a request names this machine as its host. A web page elsewhere can let another name point to this machine (DNS
 * rebinding), and a browser then lets the page read what local servers respond.
 */
export function isForLocalHost(request: { headers: { host?: string | undefined } }): boolean;
