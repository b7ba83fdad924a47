import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A mail server that takes what comes. By hand, as receiving takes a handful of commands. */
export class Mailbox {
	/** Whole messages, oldest first. */
	readonly mails: string[] = [];

	private readonly server: Server;

	private constructor() {
		this.server = createServer((socket) => {
			this.converse(socket);
		});
	}

	static async open(): Promise<Mailbox> {
		const mailbox = new Mailbox();
		mailbox.server.listen(0, '127.0.0.1');
		await once(mailbox.server, 'listening');
		return mailbox;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	async close(): Promise<void> {
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** Speaks as much SMTP (RFC 5321) as it takes to receive. */
	private converse(socket: Socket): void {
		let received = '';
		let isMessage = false;
		socket.setEncoding('latin1').on('error', () => socket.destroy());
		socket.write('220 mailbox\r\n');
		socket.on('data', (text: string) => {
			received += text;
			const end = isMessage ? '\r\n.\r\n' : '\r\n';
			for (let at = received.indexOf(end); at >= 0; at = received.indexOf(end)) {
				const part = received.slice(0, at);
				received = received.slice(at + end.length);
				if (isMessage) this.mails.push(part);
				isMessage = !isMessage && /^DATA/i.test(part);
				socket.write(isMessage ? '354 go ahead\r\n' : /^QUIT/i.test(part) ? '221 bye\r\n' : '250 ok\r\n');
				if (isMessage) break;
			}
		});
	}
}
