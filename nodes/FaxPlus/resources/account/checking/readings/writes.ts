import { untold, type Subject } from '../finding';

/** docs/api.md, "Assumptions" */
export const writes: Subject = {
	check: 'Service: what reading does not tell',
	guidance: { scopes: [] },
	async look() {
		const finding = 'How changes and uploads are answered, what events call a fax, its numbers and its file.';
		const whatToDo =
			'Send a fax to a number of your own with "Wait Until Sent" and receive it with the Fax.Plus Trigger; report what does not work.';
		return await Promise.resolve(untold(finding, whatToDo));
	},
};
