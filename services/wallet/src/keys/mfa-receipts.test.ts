import { createMemoryStore } from '@wallet-service/redis';
import { createMfaReceipts } from './mfa-receipts.js';

const alice = { applicationId: 'app', issuer: 'https://issuer.example', subject: 'alice' };
const receipt = Buffer.from('receipt');
const none = new Uint8Array(0);
const settled = () => new Promise((resolve) => setImmediate(resolve));
const unexpected = (error: unknown) => {
  throw error;
};

it('lets another replica recall what one remembered, for the same user only', async () => {
  const store = createMemoryStore({ now: Date.now });
  createMfaReceipts(store, unexpected).remember(alice, receipt, none);
  await settled();
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
  createMfaReceipts(store, unexpected).remember(alice, receipt, none);
  await settled();
  expect(await receipts.recall(alice, false)).toHaveLength(0);
  receipts.remember(alice, receipt, receipt);
  expect(await receipts.recall(alice, false)).toEqual(receipt);
});

it('keeps what another replica remembered, and shows it to the signer from then on', async () => {
  const store = createMemoryStore({ now: Date.now });
  const [one, other] = [createMfaReceipts(store, unexpected), createMfaReceipts(store, unexpected)];
  one.remember(alice, receipt, none);
  await settled();
  // This token shows less. The signer did not see the receipt, because the replica did not know it.
  other.remember(alice, Buffer.from('less'), none);
  await settled();
  for (const receipts of [one, other]) {
    expect(await receipts.recall(alice, true)).toEqual(receipt);
    expect(await receipts.recall(alice, false)).toEqual(receipt);
  }
  other.remember(alice, Buffer.from('more'), receipt);
  await settled();
  expect(await one.recall(alice, true)).toEqual(Buffer.from('more'));
});

it('continues without a receipt while the store is down', async () => {
  const errors: unknown[] = [];
  const down = (): Promise<never> => Promise.reject(new Error('down'));
  const receipts = createMfaReceipts({ get: down, set: down }, (error) => errors.push(error));
  receipts.remember({ ...alice, subject: 'bob' }, receipt, none);
  await settled();
  expect(await receipts.recall(alice, true)).toHaveLength(0);
  expect(errors).toHaveLength(2);
});
