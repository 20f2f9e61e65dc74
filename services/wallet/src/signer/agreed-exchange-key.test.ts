import { agreedExchangeKey } from './agreed-exchange-key.js';

const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

it.each<[string, readonly Uint8Array[], Uint8Array | undefined, Uint8Array | undefined]>([
  ['none, while no signer told one', [], undefined, undefined],
  ['that of the only signer', [one], one, one],
  ['that of most, although the next signer told another', [one, other, one], other, one],
  ['that of most, whoever told theirs last', [one, one, other], undefined, one],
  ['that of the next signer between equals', [one, other], other, other],
  ['one that was told, if that of the next signer is unknown', [one], undefined, one],
])('is %s', (_what, told, ofNextSigner, expected) => {
  expect(agreedExchangeKey(told, ofNextSigner)).toBe(expected);
});
