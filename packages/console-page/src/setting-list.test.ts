import { changesIn, valuesIn } from './setting-list.ts';

it('sends what differs, and nothing else', () => {
  const known = { default_action: 'allow', allowed_origins: ['https://a.example'], name: 'Checkout' };
  expect(changesIn(known, { ...known })).toEqual({});
  expect(changesIn(known, { ...known, default_action: 'deny', name: 'x', time_created: 1 })).toEqual({
    default_action: 'deny',
  });
  expect(changesIn(known, { ...known, allowed_origins: [] })).toEqual({ allowed_origins: [] });
});

it('reads a value from each line', () => {
  expect(valuesIn(' https://a.example \n\nhttps://b.example,', 'text')).toEqual([
    'https://a.example',
    'https://b.example',
  ]);
  expect(valuesIn('10\n0x1', 'number')).toEqual([10, '0x1']);
});
