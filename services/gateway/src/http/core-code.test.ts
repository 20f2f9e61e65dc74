import { errorCodes, type ErrorCode } from '@wallet-service/errors';
import { coreCode } from './core-code.js';

describe('coreCode', () => {
  it.each<[ErrorCode, string]>([
    ['request.invalid', 'INVALID_REQUEST_FIELDS'],
    ['wallet.access-key-invalid', 'INVALID_ACCESS_KEY'],
    ['wallet.owner-mismatch', 'WALLET_OWNER_MISMATCH'],
    ['wallet.not-found', 'WALLET_NOT_FOUND'],
    ['policy.raw-hash-refused', 'POLICY_RAW_HASH_REFUSED'],
  ])('%s is %s', (code, name) => {
    expect(coreCode(code)).toBe(name);
  });

  it('gives every code its own name', () => {
    const names = Object.keys(errorCodes).map((code) => coreCode(code));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
  });
});
