import type { Owner } from '../harness/n8n';
import type { ShownWorkflow, Surroundings } from '../simulator';
import type { Content } from './content';
import { formLogin } from './credentials';

/** The example with which a person can send a fax at once, by what its name begins with. */
const SENDING_FORM = 'Fax a PDF';

/** The example that waits for the signed copy, likewise. */
const CONTRACT = 'Fax a contract';

interface Welcome {
	surroundings: Surroundings;
	content: Content;
	/** Address of the service's page. */
	service: string;
	owner: Owner;
	faxFolder: string;
	/** Address of the records system. */
	records: string;
}

/** What the terminal says when everything is there. */
export function welcome({ surroundings, content, service, owner, faxFolder, records }: Welcome): string {
	const { n8nUrl = '', workflows, forms, chats } = surroundings;
	const examples = content.exampleIds.flatMap(
		(id) => workflows.find(({ url }) => url.endsWith(`/${id}`)) ?? [],
	);
	const first = examples.find(({ isActive }) => isActive);
	const contract = workflows.find(({ name }) => name.startsWith(CONTRACT));
	const sending = forms.find(({ name }) => name.startsWith(SENDING_FORM));
	return `
  n8n                  ${n8nUrl}
                       you are logged in; else as ${owner.email} with the password ${owner.password}
  The faxing service   ${service}
                       its page lets faxes come and go, and shows what became of them, and the mails
  Published workflows  ${workflows.filter(({ isActive }) => isActive).length} of ${workflows.length}${first ? `; the first of them: "${first.name}"` : ''}
                       ${first?.url ?? n8nUrl}
${first ? `                       its executions: ${first.executionsUrl}\n` : ''}${pages('Forms', forms, `log in as ${formLogin.user} with the password ${formLogin.password}`)}${pages('Chats', chats, 'press "Open chat" there; a script answers, not a model')}  Incoming faxes       are filed at ${records} and in ${faxFolder}
${ownWorkflows(content, workflows)}
  Try first
  1. Open ${service} and press "A referral arrives": it is filed at ${records}
     Press "A lab result arrives": it lacks something, so it waits for a person, with the reason, in n8n's data table "Fax queue":
     ${n8nUrl.replace('workflows', 'datatables')}
${content.isOld ? '     Rows from before this start are about faxes that the service has forgotten: delete them there.\n' : ''}  2. Press "Sending a fax fails" there: a workflow mails an alert.
  3. Fax a PDF: ${sending?.url ?? n8nUrl}
     Any number will do, such as +15550100200; +15550100911 is always busy. Watch the fax leave on the service's page;
     the form tells what became of it.
  4. Fax a contract to +15550100916 with its form: it comes back, and the code on its cover page tells that it is the answer.
     It shows, with its pages, at the node "Signed Copy" of an execution: ${contract?.executionsUrl ?? n8nUrl}
     "Intake" takes every fax, too: it files no contract, so the signed copy also waits in "Fax queue".
     Press "An invoice in German arrives" while a contract is out elsewhere: it has no code, so it waits for a person, in "Contract answers".
  5. Open the first chat, press "Open chat" and say hello: the answer tells what you can ask, such as to fax a letter.
  Also publish a workflow of your own: the demo enters its signing secret for you, some seconds later.

Press Ctrl-C to stop.
`;
}

/** A paragraph of links. */
function pages(title: string, entries: Surroundings['forms'], note: string): string {
	if (entries.length === 0) return '';
	const lines = [note, ...entries.flatMap(({ name, url }) => [name, `  ${url}`])];
	return lines.map((line, index) => `  ${(index === 0 ? title : '').padEnd(21)}${line}\n`).join('');
}

/** Lines about workflows that a person had published in an earlier run, and about all that are not published. */
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
