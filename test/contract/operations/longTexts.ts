import { useBench } from '../support/bench';
import { expectAccepted, LONG, LONGER, longTextFields } from '../support/longTexts';

const bench = useBench();

test.each(longTextFields)('$operation: $at handles long texts', async (field) => {
	await expectAccepted(bench(), field, LONG);
});

// Values in this operation may come from strangers, through forms. Testing the other operations in each run would take too
// long.
test.each(longTextFields.filter(({ operation }) => operation === 'fax: send'))(
	'$operation: $at handles longer texts',
	async (field) => {
		await expectAccepted(bench(), field, LONGER);
	},
);
