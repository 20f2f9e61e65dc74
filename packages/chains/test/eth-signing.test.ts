import { hexToBytes } from '@noble/hashes/utils.js';
import { Transaction, verifyTypedData } from 'ethers';
import { parseTransaction, recoverTransactionAddress } from 'viem';
import { assembleHash } from '../src/assemble.js';
import { decodeOperation, planSigning } from '../src/read-operation.js';
import { parseEthTransactionPayload } from '../src/eth/transaction-payload.js';
import type { Operation } from '../src/operation.js';
import { mail } from './mail.js';
import { refusal } from './refusal.js';
import { signOne, signTransaction, testWallet } from './wallets.js';

const wallet = testWallet('ETH', new Uint8Array(32).fill(0x21));
const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const base = { chainId: 1, nonce: 7, to, value: '1000000000000000000', gas: 21_000, data: '0xabcdef' };
const market = { ...base, maxFeePerGas: '0x77359400', maxPriorityFeePerGas: 1_000_000_000 };
const accessList = [{ address: to, storageKeys: [`0x${'01'.repeat(32)}`] }];
const authorization = { chainId: 1, address: to, nonce: 0, yParity: 1, r: '7', s: '9' };

const payloads: [type: number, payload: object][] = [
  [0, { ...base, type: 'legacy', gasPrice: 20 }],
  [0, { ...base, type: 'legacy', gasPrice: 20, chainId: undefined }],
  [0, { ...base, type: 'legacy', gasPrice: 20, chainId: '4294967295' }],
  [1, { ...base, gasPrice: 20, accessList }],
  [2, { ...market, accessList }],
  [2, { ...market, to: undefined, value: undefined }],
  [3, { ...market, maxFeePerBlobGas: 3, blobVersionedHashes: [`0x01${'22'.repeat(31)}`] }],
  [4, { ...market, authorizationList: [authorization] }],
];

describe('a transaction on ETH', () => {
  it.each(payloads)(
    'of type %d is signed so that ethers and viem find the wallet and the hash (%#)',
    async (type, given) => {
      const payload: unknown = JSON.parse(JSON.stringify(given));
      const { transaction, unsigned } = parseEthTransactionPayload(payload, wallet);
      const operation: Operation = { kind: 'transaction', unsigned };
      expect(decodeOperation(wallet, operation)).toEqual({ kind: 'ethereum_transaction', transaction });

      const answer = signTransaction(wallet, unsigned);
      const serialized = String(answer.signed_transaction) as `0x02${string}`;
      const theirs = Transaction.from(serialized);
      expect(theirs.from).toBe(wallet.address);
      expect(theirs.type).toBe(type);
      expect(answer.transaction_hash).toBe(theirs.hash);
      expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(wallet.address);
      const viems = parseTransaction(serialized);
      expect(viems.nonce).toBe(7);
      expect(viems.value ?? 0n).toBe(transaction.value);
    },
  );

  it('with a recovery id that Ethereum cannot express is an internal fault', () => {
    const { unsigned } = parseEthTransactionPayload(market, wallet);
    const raw = { signature: new Uint8Array(64).fill(1), recoveryId: 2 };
    expect(refusal(() => signTransaction(wallet, unsigned, [raw])).code).toBe('internal');
  });

  it.each([0, 2])('with %d signatures is an internal fault', (count) => {
    const { unsigned } = parseEthTransactionPayload(market, wallet);
    const raw = { signature: new Uint8Array(64).fill(1), recoveryId: 0 };
    expect(
      refusal(() => signTransaction(wallet, unsigned, new Array<typeof raw>(count).fill(raw))).code,
    ).toBe('internal');
  });
});

describe('typed data on ETH', () => {
  it.each(['v3', 'v4'] as const)('is signed as %s so that ethers recovers the address', (version) => {
    const operation: Operation = { kind: 'typed_data', version, json: JSON.stringify(mail) };
    const plan = planSigning(wallet, operation);
    const answer = assembleHash(plan.payloads[0] ?? new Uint8Array(), signOne(wallet, plan));
    const types = { Person: mail.types.Person, Mail: mail.types.Mail };
    expect(verifyTypedData(mail.domain, types, mail.message, answer.signature)).toBe(wallet.address);
    expect(decodeOperation(wallet, operation)).toMatchObject({
      kind: 'typed_data',
      typedData: { version, primaryType: 'Mail' },
    });
  });
});

describe('what says little on ETH', () => {
  it.each<Operation>([
    { kind: 'raw_hash', hash: new Uint8Array(32) },
    { kind: 'message', message: hexToBytes('00'), format: 'eip191' },
    { kind: 'eip7702_authorization', chainId: 0n, address: new Uint8Array(20), nonce: 0n },
  ])('is decoded unchanged: $kind', (operation) => {
    expect(decodeOperation(wallet, operation)).toBe(operation);
  });

  it('is refused where signing refuses it', () => {
    const operation: Operation = { kind: 'message', message: new Uint8Array(), format: 'raw' };
    expect(refusal(() => decodeOperation(wallet, operation)).code).toBe('chain.operation-unsupported');
  });
});
