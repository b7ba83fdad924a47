import type { SendingSpeed } from './faxing/sender';
import type { Settings } from './settings';

/** How a simulator starts, and what it comes back to when it is reset. */
export interface SimulatorOptions extends Partial<Settings> {
	/** 0, the default, takes a free port. */
	port?: number;
	/** How long sending takes; by default a moment, fit for tests. */
	sending?: Partial<SendingSpeed>;
	/** Seconds that OAuth access tokens live; default one hour. */
	accessTokenLifetime?: number;
	/** Milliseconds before each answer of the API. */
	latency?: number;
	/** Pauses in milliseconds before a delivery is tried again; by default short ones, fit for tests. */
	retrySchedule?: number[];
	/** Where a webhook URL really is; by default where it says. */
	mapWebhookUrl?: (url: string) => string;
	/** Certificate authority (PEM) of receivers, beside the usual ones. */
	ca?: string;
	/** Whether a mail server runs beside it, whose mails its page shows; a number is its port. */
	mailbox?: boolean | number;
}
