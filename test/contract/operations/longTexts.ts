import { useBench } from '../support/bench';
import { expectBearing, LONG, LONGER, longTextFields } from '../support/longTexts';

const bench = useBench();

test.each(longTextFields)('$operation: $at bears long texts', async (field) => {
	await expectBearing(bench(), field, LONG);
});

// Strangers fill in forms whose values come here. Those of the other operations take longer than they are worth in each run.
test.each(longTextFields.filter(({ operation }) => operation === 'fax: send'))(
	'$operation: $at bears longer texts',
	async (field) => {
		await expectBearing(bench(), field, LONGER);
	},
);
