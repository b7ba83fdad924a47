import type { Authentication } from '../../../shared/http/account';
import { field } from '../../../shared/editor/field';
import { Api, ONE_TRY } from '../../../shared/http/api';
import { timeoutOption } from '../../fields/common';
import { toItems, type ReadOperation, type Resource } from '../../operation';
import { Asking } from './checking/asking';
import { survey } from './checking/survey';

/** GET of all that tells what the credential may do, and how the service works (docs/api.md, "Checking an account"). */
export function checkOf(resources: () => readonly Resource[]): ReadOperation {
	return {
		value: 'check',
		name: 'Check',
		action: 'Check account',
		description:
			'Find out in a minute what the credential may do, what has to be put right, and how the service works. It only reads, and its report can be passed on.',
		kind: 'read',
		scopes: [],
		fields: [
			field(
				'notice',
				'It only reads: at most 40 requests, which take about a minute. Nothing is sent, bought or changed. The report, in the last item, holds nothing of yours: paste it where you ask for help.',
				'checkNotice',
			),
		],
		async execute(call) {
			// One account is checked, however many items come in.
			if (call.itemIndex > 0) return [];
			const { context } = call;
			const authentication = context.getNodeParameter('authentication', 0) as Authentication;
			const api = (await Api.connect(context, authentication)).at(ONE_TRY);
			const timeout = call.options.number(timeoutOption) * 1000;
			const service = new Asking(api, timeout, context.getExecutionCancelSignal());
			return toItems(await survey({ service, resources: resources(), context }));
		},
	};
}
