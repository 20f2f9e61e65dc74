import { commaSeparated } from './comma-separated.js';

it.each([
  ['a', ['a']],
  [' a , b,,', ['a', 'b']],
  ['', []],
])('splits %j', (text, entries) => {
  expect(commaSeparated(text)).toEqual(entries);
});
