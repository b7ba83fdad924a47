import { useBench } from './support/bench';
import { expectAccepted, LONGER, longTextFields } from './support/longTexts';

const bench = useBench();

test.each(longTextFields)('$operation: $at handles longer texts', async (field) => {
	await expectAccepted(bench(), field, LONGER);
});
