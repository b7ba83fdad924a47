import type { Owner } from '../harness/n8n';
import type { ShownWorkflow, Surroundings } from '../simulator';
import type { Content } from './content';
import { formLogin } from './credentials';

/** Start of the name of the example with which the user can send a fax right away. */
const SENDING_FORM = 'Fax a PDF';

/** Start of the name of the example that waits for a signed copy. */
const CONTRACT = 'Fax a contract';

interface Welcome {
	surroundings: Surroundings;
	content: Content;
	service: string;
	owner: Owner;
	faxFolder: string;
	records: string;
	/** Port of the mail server. */
	mailPort: number | undefined;
}

/** The text in the terminal once everything runs. */
export function welcome({
	surroundings,
	content,
	service,
	owner,
	faxFolder,
	records,
	mailPort,
}: Welcome): string {
	const { n8nUrl = '', workflows, forms, chats } = surroundings;
	const examples = content.exampleIds.flatMap(
		(id) => workflows.find(({ url }) => url.endsWith(`/${id}`)) ?? [],
	);
	const first = examples.find(({ isActive }) => isActive);
	const contract = workflows.find(({ name }) => name.startsWith(CONTRACT));
	const sending = forms.find(({ name }) => name.startsWith(SENDING_FORM));
	return `
  n8n                  ${n8nUrl}
                       you're logged in; if not, log in with ${owner.email} and the password ${owner.password}
  Simulated Fax.Plus   ${service}
                       here you let faxes arrive or fail, and see faxes, deliveries and emails
  Published workflows  ${workflows.filter(({ isActive }) => isActive).length} of ${workflows.length}${first ? `; the first is "${first.name}"` : ''}
                       ${first?.url ?? n8nUrl}
${first ? `                       its executions: ${first.executionsUrl}\n` : ''}${pages('Forms', forms, `log in as ${formLogin.user} with the password ${formLogin.password}`)}${pages('Chats', chats, 'press "Open chat" there. A script answers, not a model')}  Incoming faxes       are filed at ${records} and in ${faxFolder}
${ownWorkflows(content, workflows)}
  Try first
  1. Open ${service} and press "A referral arrives". The fax is filed at ${records}
     Press "A lab result arrives". Something is missing in it, so it waits in n8n's data table "Fax queue", with the reason:
     ${n8nUrl.replace('workflows', 'datatables')}
${content.isOld ? '     Delete rows from before this start. The simulator no longer has their faxes.\n' : ''}  2. Press "Sending a fax fails" there. A workflow emails an alert.
  3. Fax a PDF: ${sending?.url ?? n8nUrl}
     Use any number, such as +15550100200. +15550100911 is always busy. The form shows the result.
  4. Fax a contract to +15550100916 with its form. It comes back, and the workflow recognizes it by the code on its cover page.
     The node "Signed Copy" shows its pages, in an execution of this list: ${contract?.executionsUrl ?? n8nUrl}
     "Intake" reads every fax too. It files no contracts, so the signed copy also waits in "Fax queue".
     Press "An invoice in German arrives" while another contract has no answer. It has no code, so it waits in the data table "Contract answers".
  5. Open the first chat, press "Open chat" and say hello. The answer shows what you can ask for, such as faxing a letter.
  6. Send an email with a PDF to fax@example.com, from you@example.com, through the mail server at 127.0.0.1:${mailPort} (SMTP, no login).
     Its subject needs a number, such as +15550100200. The answer is at ${service}
  7. Publish a workflow of your own. The demo adds its signing secret for you, some seconds later.

Press Ctrl-C to stop.
`;
}

/** A paragraph of links. */
function pages(title: string, entries: Surroundings['forms'], note: string): string {
	if (entries.length === 0) return '';
	const lines = [note, ...entries.flatMap(({ name, url }) => [name, `  ${url}`])];
	return lines.map((line, index) => `  ${(index === 0 ? title : '').padEnd(21)}${line}\n`).join('');
}

/** Lines about workflows that the user published in an earlier run, and about all that aren't published. */
function ownWorkflows({ publishedAgain, notPublished }: Content, workflows: ShownWorkflow[]): string {
	const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ');
	const failed = new Map(notPublished.map(({ name, reason }) => [name, reason]));
	for (const { name, fault } of workflows) if (fault !== undefined) failed.set(name, fault);
	const others = workflows.filter(({ name, isActive }) => !isActive && !failed.has(name));
	return [
		publishedAgain.length === 0 ? '' : `  Published again      ${quoted(publishedAgain)}\n`,
		...[...failed].map(
			([name, reason]) =>
				`  Could not publish    "${name}": ${reason}\n                       Fix it, then publish it again.\n`,
		),
		others.length === 0 ? '' : `  Not published        ${quoted(others.map(({ name }) => name))}\n`,
	].join('');
}
