/** A file of an email. */
export interface EmailFile {
	name: string;
	type: string;
	content: Buffer;
}

/** An email as a mail server delivers it. By default, the server has confirmed the sender. */
export interface Email {
	from?: string;
	to?: string;
	subject?: string;
	text?: string;
	files?: EmailFile[];
	/** Further headers, or others in place of the usual ones. */
	headers?: Record<string, string>;
}

const BOUNDARY = 'the-next-part';

export const GENUINE =
	'mx.example.com; spf=pass smtp.mailfrom=example.com; dmarc=pass header.from=example.com';

export function pdf(name: string, bytes = 0): EmailFile {
	return { name, type: 'application/pdf', content: Buffer.from(`%PDF-1.4 ${name} %%EOF`.padEnd(bytes)) };
}

export function rawEmail({ files = [], text = 'Please fax this.', headers = {}, ...email }: Email): Buffer {
	const { from = 'Jo <you@example.com>', to = 'fax@example.com', subject = 'Fax to +15550100200' } = email;
	const top = {
		'Authentication-Results': GENUINE,
		From: from,
		To: to,
		Subject: subject,
		'MIME-Version': '1.0',
		'Content-Type': `multipart/mixed; boundary="${BOUNDARY}"`,
		...headers,
	};
	const parts = [
		`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
		...files.map(({ name, type, content }) =>
			[
				`Content-Type: ${type}; name="${name}"`,
				`Content-Disposition: attachment; filename="${name}"`,
				'Content-Transfer-Encoding: base64',
				'',
				content.toString('base64').replace(/.{76}/g, '$&\r\n'),
			].join('\r\n'),
		),
	];
	const lines = Object.entries(top).map(([name, value]) => `${name}: ${value}`);
	const body = parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('');
	return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}--${BOUNDARY}--\r\n`);
}
