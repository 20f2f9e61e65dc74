import { bytesSecret, leaksIn, textSecret } from './secret.js';

const bytes = Buffer.from('00ff10e07f', 'hex');

it.each([['base64'], ['base64url'], ['hex'], ['latin1']] as const)('finds bytes as %s', (form) => {
  const places = [{ name: 'a log', text: `before ${bytes.toString(form)} behind` }];
  expect(leaksIn(places, [bytesSecret('a key', bytes)])).toEqual(['a log: a key']);
});

it('finds bytes in the JSON of a buffer', () => {
  const places = [{ name: 'a log', text: JSON.stringify({ key: bytes }) }];
  expect(leaksIn(places, [bytesSecret('a key', bytes)])).toEqual(['a log: a key']);
});

it('finds text, and reports each place once', () => {
  const places = [
    { name: 'a log', text: 'sk_1' },
    { name: 'another', text: 'sk_2' },
  ];
  const secrets = [textSecret('key', 'sk_1'), textSecret('key', 'sk_1'), textSecret('none', 'sk_3')];
  expect(leaksIn(places, secrets)).toEqual(['a log: key']);
});
