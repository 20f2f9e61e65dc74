import { createHash } from 'node:crypto';
import { challengeOf, titleOfSignature } from './signature-request.ts';

it('makes the challenge from the text that is shown', async () => {
  const text = '{"chain":"ETH","größe":1}';
  const hash = createHash('sha256').update(`wallet-service signature request v1\n${text}`).digest('hex');
  const signed = JSON.stringify(['wallet-service signature approval v1', hash, 'ada']);
  expect(await challengeOf({ text }, 'ada')).toBe(createHash('sha256').update(signed).digest('base64url'));
  expect(await challengeOf({ text: `${text} ` }, 'ada')).not.toBe(await challengeOf({ text }, 'ada'));
  expect(await challengeOf({ text }, 'bob')).not.toBe(await challengeOf({ text }, 'ada'));
});

it('says what is to be signed', () => {
  expect(titleOfSignature({ chain: 'ETH', operation: { kind: 'typed_data' } })).toBe('Typed data on ETH');
  expect(titleOfSignature({ chain: 'SOL', operation: { kind: 'new' } })).toBe('new on SOL');
});
