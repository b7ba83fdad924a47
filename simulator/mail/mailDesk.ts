import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import type { Attachment } from 'mailparser';

import { ApiError } from '../apiError';
import type { Mail, Mailbox } from './mailbox';

const PICTURE = /^image\/(gif|jpeg|png|webp)$/;

/** A file of a mail is somebody else's: it is neither guessed at nor run, and only a picture is shown. */
const FILE_HEADERS = {
	'content-security-policy': "default-src 'none'; sandbox",
	'x-content-type-options': 'nosniff',
};

/** What a person sees of the mailbox, over HTTP: the mails, latest first, and their files. */
export function registerMailDesk(app: FastifyInstance, { mails }: Mailbox): void {
	app.get('/control/mail', () => [...mails].reverse().map(listed));

	app.get<{ Params: { id: string; index: string } }>(
		'/control/mail/:id/attachments/:index',
		async ({ params }, reply) => {
			const file = mails.find(({ id }) => id === params.id)?.attachments[Number(params.index)];
			if (!file) throw new ApiError(404, 'not_found', 'There is no such mail, or it has no such file');
			const type = isPicture(file) ? 'inline' : 'attachment';
			return await reply
				.headers({ ...FILE_HEADERS, 'content-disposition': contentDisposition(file.filename, { type }) })
				.type(file.contentType)
				.send(file.content);
		},
	);
}

function listed({ attachments, ...mail }: Mail): object {
	return { ...mail, attachments: attachments.map(listedFile) };
}

function listedFile(file: Attachment, index: number): object {
	const { filename = `file-${index}`, contentType, size } = file;
	return { index, filename, contentType, size, isPicture: isPicture(file) };
}

/** Whether every browser can show it. */
function isPicture({ contentType }: Attachment): boolean {
	return PICTURE.test(contentType);
}
