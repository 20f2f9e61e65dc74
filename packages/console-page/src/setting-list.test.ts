import { valuesIn } from './setting-list.ts';

it('reads a value from each line', () => {
  expect(valuesIn(' https://a.example \n\nhttps://b.example,', 'text')).toEqual([
    'https://a.example',
    'https://b.example',
  ]);
  expect(valuesIn('10\n0x1', 'number')).toEqual([10, '0x1']);
});
