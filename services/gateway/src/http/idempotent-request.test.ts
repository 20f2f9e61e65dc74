import { createHash, createHmac } from 'node:crypto';
import { idempotentRequest, sealKeyOf } from './idempotent-request.js';

const headers = { 'idempotency-key': '"k"', 'x-service-secret-key': 'sk_test' };

describe('idempotentRequest', () => {
  it('is undefined without the header', () => {
    expect(idempotentRequest({}, {})).toEqual({});
  });

  it('gives the same hash for the same members in any order, and another hash for anything else', () => {
    const hash = (asked: unknown) => idempotentRequest(headers, asked).idempotency?.bodyHash.toString('hex');
    const first = hash({ network: 'EVM', metadata: { resource_id: 'r', a: [1, 2] } });
    expect(first).toHaveLength(64);
    expect(hash({ metadata: { a: [1, 2], resource_id: 'r' }, network: 'EVM' })).toBe(first);
    expect(hash({ metadata: { a: [2, 1], resource_id: 'r' }, network: 'EVM' })).not.toBe(first);
    expect(hash({ metadata: { a: [1, 2], resource_id: 'r' }, network: 'ETH' })).not.toBe(first);
    expect(hash({ metadata: { a: [1, 2] }, network: 'EVM' })).not.toBe(first);
  });

  it('needs both the secret key and the idempotency key to derive the seal key', () => {
    const given = idempotentRequest(headers, {}).idempotency?.sealKey;
    expect(given).toEqual(sealKeyOf('sk_test', 'k'));
    expect(sealKeyOf('sk_other', 'k')).not.toEqual(given);
    expect(sealKeyOf('sk_test', 'other')).not.toEqual(given);
  });

  it('derives the seal key as RFC 5869 specifies', () => {
    const salt = createHash('sha256').update('k').digest();
    const extracted = createHmac('sha256', salt).update('sk_test').digest();
    const expanded = createHmac('sha256', extracted).update('idempotency').update(Buffer.of(1)).digest();
    expect(sealKeyOf('sk_test', 'k')).toEqual(expanded);
  });
});
