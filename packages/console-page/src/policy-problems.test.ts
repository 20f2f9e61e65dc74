import { marksOf, problemsOf } from './policy-problems.ts';

const text = '{\n  "name": "Short",\n  "chain": ETH\n}';

it('says the line of a mistake, and of what is refused', () => {
  const refused = marksOf(text, [{ path: '/name', message: 'is too short' }]);
  const problems = problemsOf(text, refused);
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [3, 'Text needs double quotes.'],
    [2, 'name is too short'],
  ]);
  expect(problems.map(({ from, to }) => text.slice(from, to))).toEqual(['ETH', '"Short"']);
});

it('finds nothing in a policy that is whole', () => {
  expect(problemsOf('{"name": "Short"}', [])).toEqual([]);
});
