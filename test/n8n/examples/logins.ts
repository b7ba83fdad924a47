import { FILES, readExample, useExamples } from './support/examples';
import { statusWithoutLogin } from './support/formVisit';

const FORMS = FILES.flatMap((file) => {
	const forms = readExample(file).nodes.filter(({ type }) => type === 'n8n-nodes-base.formTrigger');
	return forms.map(({ name: form }) => ({ file, form }));
});

const examples = useExamples();

test.each(FORMS)('the form "$form" in $file starts nothing without its login', async ({ file, form }) => {
	const { api } = examples.n8n;
	const workflow = await examples.import(file);
	await api.publish(workflow.id);

	expect(await statusWithoutLogin(examples.n8n, workflow, form)).toBe(401);
	expect(await api.listExecutions(workflow.id)).toEqual([]);
});
