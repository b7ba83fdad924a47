import { FaxPlusTrigger } from '../../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';

it('The trigger has no field that people cannot see', () => {
	const { properties } = new FaxPlusTrigger().description;
	expect(properties.filter(({ type }) => type === 'hidden')).toEqual([]);
	expect(properties.map(({ name }) => name)).toEqual([
		'authentication',
		'setUpNotice',
		'events',
		'outcome',
		'channels',
		'downloadFax',
		'format',
		'binaryPropertyName',
		'options',
	]);
});
