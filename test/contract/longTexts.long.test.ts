import { useBench } from './support/bench';
import { expectBearing, LONGER, longTextFields } from './support/longTexts';

const bench = useBench();

test.each(longTextFields)('$operation: $at handles longer texts', async (field) => {
	await expectBearing(bench(), field, LONGER);
});
