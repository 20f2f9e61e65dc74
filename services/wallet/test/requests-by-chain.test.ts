import { keccak256, recoverAddress, recoverTransactionAddress, serializeTransaction, type Hex } from 'viem';
import { call, suiteWithApplications, type ApplicationUnderTest } from './application-under-test.js';
import type { RealSuite } from './real-suite.js';

let suite: RealSuite;
let app: ApplicationUnderTest;
beforeAll(async () => {
  ({ suite, app } = await suiteWithApplications('wallet_requests'));
});
afterAll(() => suite.stop());

it('the chain of the wallet decides what a request means, and which field is refused', async () => {
  const eth = await app.create('dave');
  const sol = await app.create('dave', { network: 'SOL_MAINNET' });
  const sign = (of: typeof eth, operation: object, subject = 'dave') =>
    app.client.call(
      'Sign',
      { user: app.user(subject), walletId: of.wallet.id, accessKey: of.accessKey, operation },
      call,
    );
  const fields = {
    to: eth.wallet.address,
    nonce: 0,
    gas: 21_000,
    maxFeePerGas: 1,
    maxPriorityFeePerGas: 1,
  };
  const payload = { chainId: 1, ...fields };
  const named = await sign(eth, {
    transaction: { json: JSON.stringify({ ...payload, from: eth.wallet.address }) },
  });
  const fees = { gas: 21_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  const to = eth.wallet.address as Hex;
  const text = serializeTransaction({ chainId: 1, nonce: 0, to, ...fees });
  const bare = await sign(eth, { transaction: { text } });
  expect(bare.transaction).toEqual(named.transaction);
  const signed = bare.transaction?.signedTransaction as `0x02${string}`;
  expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(to);
  expect(bare.transaction?.transactionHash).toBe(keccak256(signed));

  const hash = Buffer.from(keccak256(text).slice(2), 'hex');
  const { signature } = await sign(eth, { rawHash: { hash, transaction: { text } } });
  expect(signature?.messageHash).toBe(keccak256(text));
  expect(await recoverAddress({ hash, signature: signature?.signature as Hex })).toBe(to);

  const refused: [typeof eth, object, string, string][] = [
    [
      eth,
      { rawHash: { hash: Buffer.alloc(32), transaction: { text } } },
      'request.invalid',
      '/raw_data_hash',
    ],
    [
      eth,
      { transaction: { json: JSON.stringify({ ...payload, nonce: -1 }) } },
      'request.invalid',
      '/payload/nonce',
    ],
    [
      eth,
      { transaction: { json: JSON.stringify({ ...payload, from: sol.wallet.id }) } },
      'request.invalid',
      '/payload/from',
    ],
    [eth, { transaction: { text: '0x02' } }, 'request.invalid', '/payload'],
    [eth, { message: { message: hash, format: 'bip322' } }, 'request.invalid', '/format'],
    [sol, { transaction: { text } }, 'request.invalid', '/payload'],
    [sol, { transaction: { json: JSON.stringify(payload) } }, 'request.invalid', '/payload'],
    [sol, { rawHash: { hash } }, 'chain.operation-unsupported', '/wallet_id'],
    [sol, { typedData: { version: 'v4', json: '{}' } }, 'chain.operation-unsupported', '/wallet_id'],
  ];
  for (const [wallet, operation, code, path] of refused)
    await expect(sign(wallet, operation)).rejects.toMatchObject({ code, fields: [{ path }] });
  const others = { ...payload, from: `0x${'11'.repeat(20)}` };
  await expect(sign(eth, { transaction: { json: JSON.stringify(others) } })).rejects.toMatchObject({
    fields: [{ path: '/payload/from' }],
  });
  await expect(sign(eth, { transaction: { json: JSON.stringify(others) } }, 'mallory')).rejects.toMatchObject(
    { code: 'wallet.owner-mismatch' },
  );
});
