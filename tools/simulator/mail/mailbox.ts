import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { simpleParser, type AddressObject, type Attachment, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

import { newId } from '../state';
import type { Inbox } from './inbox';

const MAILS_KEPT = 100;
/** Maximum size of an email including its files, in bytes. */
const MAIL_LIMIT = 10 * 1024 * 1024;

const FAX_ADDRESS = /^(fax(\+\d+)?|\d{7,15})@/i;
/** What a mail server writes once it has checked the sender. Here, everybody is who they say. */
const CONFIRMED = Buffer.from('Authentication-Results: mx.example.com; dmarc=pass\r\n');

const CLOSE_LIMIT_MS = 1_000;

/** A received email. */
export interface Mail {
	id: string;
	/** Unix time in milliseconds. */
	at: number;
	from: string;
	to: string;
	subject: string;
	text: string;
	attachments: Attachment[];
}

/** A mail server on the loopback interface, without login or encryption. It keeps each email and forwards none. */
export class Mailbox {
	/** Emails with the oldest first. */
	readonly mails: Mail[] = [];

	/** Gets a copy of each email to a fax address, such as fax@example.com or 15550100200@example.com. */
	inbox: Inbox | undefined;

	/**
	 * Changes the text of an email before it's stored. The caller sets this, because only the caller knows where the
	 * email's links should lead.
	 */
	rewrite: (text: string) => string = (text) => text;

	private constructor(private readonly server: SMTPServer) {}

	/** Opens a mailbox, which `close()` closes. With port 0, the system chooses a free port. */
	static async open(port = 0): Promise<Mailbox> {
		const server = new SMTPServer({
			disabledCommands: ['AUTH', 'STARTTLS'],
			disableReverseLookup: true,
			size: MAIL_LIMIT,
			closeTimeout: CLOSE_LIMIT_MS,
			rejectOversized: true,
			onData: (stream, { envelope }, done) => {
				buffer(stream)
					.then(async (raw) => {
						if (stream.sizeExceeded) return;
						mailbox.keep(await simpleParser(raw));
						if (envelope.rcptTo.some(({ address }) => FAX_ADDRESS.test(address)))
							mailbox.inbox?.receive(Buffer.concat([CONFIRMED, raw]));
					})
					.then(() => {
						done();
					}, done);
			},
		});
		const mailbox = new Mailbox(server);
		// Senders may disconnect early, which needs no handling.
		server.on('error', () => undefined);
		await once(server.listen(port, '127.0.0.1'), 'listening');
		return mailbox;
	}

	get port(): number {
		return (this.server.server.address() as AddressInfo).port;
	}

	async close(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.server.close(resolve);
		});
	}

	private keep({ from, to, subject = '', text = '', attachments }: ParsedMail): void {
		if (this.mails.length >= MAILS_KEPT) this.mails.shift();
		this.mails.push({
			id: newId('mail_'),
			at: Date.now(),
			from: from?.text ?? '',
			to: addresses(to),
			subject,
			text: this.rewrite(text),
			attachments,
		});
	}
}

function addresses(to: AddressObject | AddressObject[] = []): string {
	return [to]
		.flat()
		.map(({ text }) => text)
		.join(', ');
}
