import { plainly, type Finding, type Subject } from '../finding';

/** In seconds: more than that may be the way of a request; beyond the second, triggers refuse deliveries. */
const NOTICEABLE = 60;
const REFUSED = 300;

/** n8n's clock, by which signatures of deliveries are judged, against the service's. */
export const clock: Subject = {
	check: 'Clock of n8n',
	guidance: { scopes: [] },
	async look({ service: { clockAhead } }) {
		return await Promise.resolve(compared(clockAhead));
	},
};

function compared(clockAhead: number | undefined): Finding {
	if (clockAhead === undefined) return plainly(null, 'The service does not tell its time.');
	const seconds = Math.round(Math.abs(clockAhead) / 1000);
	const isRight = seconds < NOTICEABLE;
	const side = clockAhead > 0 ? 'behind' : 'ahead of';
	const finding = isRight
		? 'It agrees with that of the service.'
		: `It is ${seconds} seconds ${side} that of the service.`;
	const consequence = seconds > REFUSED ? 'Triggers with a signing secret refuse all deliveries: set' : 'Set';
	const whatToDo = isRight ? '' : `${consequence} the clock of the machine that n8n runs on.`;
	return plainly(isRight, finding, whatToDo);
}
