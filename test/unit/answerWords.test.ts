import { answerWords } from '../../tools/simulator/answerWords';

it.each([
	['{"error":"unauthorized","description":"The delivery was refused"}', 'The delivery was refused'],
	['{"code":404,"message":"It is not registered","hint":"Publish it"}', 'It is not registered'],
	['{"received":true}', '{"received":true}'],
	['null', 'null'],
	['  Bad\n gateway ', 'Bad gateway'],
	['<!doctype html><p>Error</p>', undefined],
	['', undefined],
	['x'.repeat(301), 'x'.repeat(300)],
])('The words of the answer %j are %j', (body, words) => {
	expect(answerWords(body)).toBe(words);
});
