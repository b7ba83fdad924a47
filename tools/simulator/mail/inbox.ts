import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Message {
	uid: number;
	raw: Buffer;
	at: Date;
	isSeen: boolean;
}

/** The state of one connection. */
interface Session {
	socket: Socket;
	/** Tag of the IDLE command, while the client waits for news. */
	idleTag: string | undefined;
	/** Number of messages that the client knows, once it has opened the folder. */
	known: number | undefined;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * An IMAP server on the loopback interface with one folder, INBOX. It accepts any login, and understands what n8n's "Email
 * Trigger (IMAP)" uses.
 */
export class Inbox {
	private readonly messages: Message[] = [];
	private readonly sessions = new Set<Session>();
	private readonly server: Server;

	private constructor() {
		this.server = createServer((socket) => {
			this.serve(socket);
		});
	}

	/** Opens an inbox, which `close()` closes. With port 0, the system chooses a free port. */
	static async open(port = 0): Promise<Inbox> {
		const inbox = new Inbox();
		await once(inbox.server.listen(port, '127.0.0.1'), 'listening');
		return inbox;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	/** The number of messages that nobody has read. */
	get unread(): number {
		return this.messages.filter(({ isSeen }) => !isSeen).length;
	}

	/** Whether somebody has opened the folder, and is told about new messages. */
	get isWatched(): boolean {
		return [...this.sessions].some(({ known }) => known !== undefined);
	}

	/** Adds a message, and tells everybody who has opened the folder. */
	receive(raw: Buffer): void {
		this.messages.push({ uid: this.messages.length + 1, raw, at: new Date(), isSeen: false });
		for (const session of this.sessions) this.tellNews(session);
	}

	async close(): Promise<void> {
		for (const { socket } of this.sessions) socket.destroy();
		this.server.close();
		await once(this.server, 'close');
	}

	private serve(socket: Socket): void {
		const session: Session = { socket, idleTag: undefined, known: undefined };
		this.sessions.add(session);
		let rest = '';
		socket.on('data', (chunk: Buffer) => {
			const lines = (rest + chunk.toString('latin1')).split('\r\n');
			rest = lines.pop() ?? '';
			for (const line of lines) this.answer(session, line);
		});
		socket.on('error', () => undefined);
		socket.on('close', () => {
			this.sessions.delete(session);
		});
		socket.write('* OK The inbox is ready\r\n');
	}

	private answer(session: Session, line: string): void {
		const { socket, idleTag } = session;
		const [, tag = '', name = '', rest = ''] = /^(\S+) (?:UID )?(\S+) ?(.*)$/i.exec(line) ?? [];
		const command = name.toUpperCase();
		if (line.toUpperCase() === 'DONE') {
			session.idleTag = undefined;
			socket.write(`${idleTag ?? '*'} OK Done\r\n`);
			return;
		}
		if (command === 'IDLE') {
			session.idleTag = tag;
			socket.write('+ Waiting\r\n');
			return;
		}
		if (command === 'SELECT' || command === 'EXAMINE') session.known = this.messages.length;
		const lines = this.linesFor(command, rest);
		for (const one of lines) socket.write(one);
		socket.write(`${tag} OK ${command === 'SELECT' ? '[READ-WRITE] ' : ''}Done\r\n`);
		if (command === 'LOGOUT') socket.end();
	}

	private linesFor(command: string, rest: string): Array<string | Buffer> {
		switch (command) {
			case 'CAPABILITY':
				return ['* CAPABILITY IMAP4rev1 IDLE\r\n'];
			case 'LOGOUT':
				return ['* BYE\r\n'];
			case 'LIST':
			case 'LSUB':
				return rest === '"" ""'
					? [`* ${command} (\\Noselect) "/" ""\r\n`]
					: [`* ${command} (\\HasNoChildren) "/" "INBOX"\r\n`];
			case 'SELECT':
			case 'EXAMINE':
				return [
					'* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)\r\n',
					'* OK [PERMANENTFLAGS (\\Seen \\*)] Flags\r\n',
					`* ${this.messages.length} EXISTS\r\n`,
					'* 0 RECENT\r\n',
					'* OK [UIDVALIDITY 1] UIDs\r\n',
					`* OK [UIDNEXT ${this.messages.length + 1}] Next\r\n`,
				];
			case 'SEARCH':
				return [
					`* SEARCH${this.found(rest)
						.map((id) => ` ${id}`)
						.join('')}\r\n`,
				];
			case 'FETCH':
				return this.among(rest).flatMap((message) => fetched(message, rest));
			case 'STORE':
				return this.stored(rest);
			default:
				return [];
		}
	}

	/** Returns the UIDs of messages. Since all of them are new, a search by date finds all. UIDs are also sequence numbers here. */
	private found(criteria: string): number[] {
		const [, range] = /UID (\S+)/i.exec(criteria) ?? [];
		const among = range === undefined ? this.messages : this.among(range);
		return among.filter(({ isSeen }) => !/UNSEEN/i.test(criteria) || !isSeen).map(({ uid }) => uid);
	}

	private stored(rest: string): string[] {
		return this.among(rest).map((message) => {
			message.isSeen ||= /\\Seen/i.test(rest);
			return `* ${message.uid} FETCH (UID ${message.uid} FLAGS (${flagsOf(message)}))\r\n`;
		});
	}

	/** Returns the messages in a set such as "1:3,5". "*" is the last one. */
	private among(rest: string): Message[] {
		const last = this.messages.length;
		const [set = ''] = rest.split(' ');
		const ranges = set.split(',').map((range) => {
			const ends = range.split(':').map((end) => (end === '*' ? last : Number(end)));
			return [Math.min(...ends), Math.max(...ends)] as const;
		});
		return this.messages.filter(({ uid }) => ranges.some(([first, end]) => uid >= first && uid <= end));
	}

	private tellNews(session: Session): void {
		if (session.known === undefined || session.known === this.messages.length) return;
		session.known = this.messages.length;
		session.socket.write(`* ${session.known} EXISTS\r\n`);
	}
}

function flagsOf({ isSeen }: Message): string {
	return isSeen ? '\\Seen' : '';
}

function fetched(message: Message, query: string): Array<string | Buffer> {
	const { uid, raw, at } = message;
	const date = `${String(at.getUTCDate()).padStart(2, '0')}-${MONTHS[at.getUTCMonth()] ?? ''}-${at.getUTCFullYear()}`;
	const parts = [
		`UID ${uid}`,
		...(/FLAGS/i.test(query) ? [`FLAGS (${flagsOf(message)})`] : []),
		...(/INTERNALDATE/i.test(query)
			? [`INTERNALDATE "${date} ${at.toISOString().slice(11, 19)} +0000"`]
			: []),
		...(/RFC822\.SIZE/i.test(query) ? [`RFC822.SIZE ${raw.length}`] : []),
		// n8n 2.8 asks for the structure of a message, but reads the message itself. So all have the structure of plain text.
		...(/BODYSTRUCTURE/i.test(query)
			? [`BODYSTRUCTURE ("TEXT" "PLAIN" NIL NIL NIL "8BIT" ${raw.length} 1)`]
			: []),
	];
	if (!/BODY(\.PEEK)?\[\]/i.test(query)) return [`* ${uid} FETCH (${parts.join(' ')})\r\n`];
	return [`* ${uid} FETCH (${parts.join(' ')} BODY[] {${raw.length}}\r\n`, raw, ')\r\n'];
}
