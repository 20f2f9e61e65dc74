import { createMemoryStore } from '@wallet-service/redis';
import { createMfaReceipts } from './mfa-receipts.js';

const alice = { applicationId: 'app', issuer: 'https://issuer.example', subject: 'alice' };
const receipt = Buffer.from('receipt');
const unexpected = (error: unknown) => {
  throw error;
};

it('lets another replica recall what one remembers, for the same user alone', async () => {
  const store = createMemoryStore({ now: Date.now });
  createMfaReceipts(store, unexpected).remember(alice, receipt);
  const other = createMfaReceipts(store, unexpected);
  expect(await other.recall(alice, true)).toEqual(receipt);
  expect(await other.recall({ ...alice, subject: 'bob' }, true)).toHaveLength(0);
  expect(await other.recall({ ...alice, issuer: 'https://other.example' }, true)).toHaveLength(0);
  expect(await other.recall({ ...alice, applicationId: 'other' }, true)).toHaveLength(0);
});

it('asks the store only when evidence is demanded', async () => {
  const store = createMemoryStore({ now: Date.now });
  const receipts = createMfaReceipts(store, unexpected);
  expect(await receipts.recall(alice, false)).toHaveLength(0);
  createMfaReceipts(store, unexpected).remember(alice, receipt);
  expect(await receipts.recall(alice, false)).toHaveLength(0);
  receipts.remember(alice, receipt);
  expect(await receipts.recall(alice, false)).toEqual(receipt);
});

it('goes without a receipt while the store is down', async () => {
  const errors: unknown[] = [];
  const down = (): Promise<never> => Promise.reject(new Error('down'));
  const receipts = createMfaReceipts({ get: down, set: down }, (error) => errors.push(error));
  receipts.remember({ ...alice, subject: 'bob' }, receipt);
  expect(await receipts.recall(alice, true)).toHaveLength(0);
  expect(errors).toHaveLength(2);
});
