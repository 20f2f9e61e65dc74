import type { Operation } from '@wallet-service/chains';
import { requestCodec } from '../request-codec.js';
import { createRequestSeal, mostBytesOfRequest, type DecidedRequest } from './request-seal.js';

const old = Buffer.alloc(32, 1);
const current = Buffer.alloc(32, 2);
const row = { application_id: 'app', id: 'decision-1' };
const operations: readonly Operation[] = [
  { kind: 'message', message: Buffer.from('meet me at nine'), format: 'eip191' },
  { kind: 'raw_hash', hash: Buffer.alloc(32, 3) },
  { kind: 'transaction', unsigned: Buffer.from([2, 0xc0]) },
  { kind: 'typed_data', version: 'v4', json: '{"message":{}}' },
  { kind: 'eip7702_authorization', chainId: 1n, address: Buffer.alloc(20, 4), nonce: 2n ** 63n },
  { kind: 'export_private_key', recipientPublicKey: Buffer.alloc(32, 5) },
];
const asked = (operation: Operation): DecidedRequest => ({
  ...{ chain: 'ETH', network: 'EVM', publicKey: Buffer.alloc(33, 6), issuer: 'https://issuer.example' },
  ...{ subject: 'alice', claims: '{"aud":"app"}' },
  operation,
});

describe('createRequestSeal', () => {
  const seal = createRequestSeal([current], requestCodec);

  it.each(operations)('opens what it sealed: $kind', (operation) => {
    expect(seal.open(row, seal.seal(row, asked(operation)))).toEqual(asked(operation));
  });

  it('shows nothing of it', () => {
    const stored = seal.seal(row, asked(operations[0] as Operation));
    expect(stored.includes('meet me')).toBe(false);
    expect(stored.includes('issuer.example')).toBe(false);
  });

  it('opens nothing for another decision or application, and nothing that was altered', () => {
    const stored = seal.seal(row, asked(operations[0] as Operation));
    expect(seal.open({ ...row, id: 'decision-2' }, stored)).toBe('unreadable');
    expect(seal.open({ ...row, application_id: 'other' }, stored)).toBe('unreadable');
    for (const at of [0, 1, stored.length - 1]) {
      const altered = Buffer.from(stored);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(seal.open(row, altered)).toBe('unreadable');
    }
    expect(seal.open(row, stored.subarray(0, 10))).toBe('unreadable');
  });

  it('opens what the previous key sealed while there is one, and seals with the current one', () => {
    const stored = createRequestSeal([old], requestCodec).seal(row, asked(operations[1] as Operation));
    const changing = createRequestSeal([current, old], requestCodec);
    expect(changing.open(row, stored)).toEqual(asked(operations[1] as Operation));
    expect(seal.open(row, stored)).toBe('unreadable');
    const renewed = changing.seal(row, asked(operations[1] as Operation));
    expect(seal.open(row, renewed)).toEqual(asked(operations[1] as Operation));
  });

  it('stores nothing of what is too large, and says so', () => {
    const message = (bytes: number): Operation => ({
      ...{ kind: 'message', format: 'eip191' },
      message: Buffer.alloc(bytes),
    });
    const stored = seal.seal(row, asked(message(mostBytesOfRequest)));
    expect([stored.length, seal.open(row, stored)]).toEqual([0, 'too_large']);
    expect(seal.seal(row, asked(message(mostBytesOfRequest - 200))).length).toBeLessThan(
      mostBytesOfRequest + 32,
    );
    expect(seal.open(row, null)).toBe('older_release');
  });
});
