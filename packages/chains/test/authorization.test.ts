import { hexToBytes } from '@noble/hashes/utils.js';
import { hashAuthorization as ethersHash, verifyAuthorization } from 'ethers';
import fc from 'fast-check';
import { toHex } from 'viem';
import { recoverAuthorizationAddress } from 'viem/utils';
import { assembleAuthorization } from '../src/assemble.js';
import { hexText } from '../src/hex-text.js';
import type { Eip7702Authorization } from '../src/operation.js';
import { planSigning } from '../src/read-operation.js';
import { refusal } from './refusal.js';
import { signOne, testWallet } from './wallets.js';

const wallet = testWallet('ETH', new Uint8Array(32).fill(0x42));
const authorization = fc.record({
  kind: fc.constant('eip7702_authorization' as const),
  chainId: fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }),
  address: fc.uint8Array({ minLength: 20, maxLength: 20 }),
  nonce: fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }),
});

describe('an EIP-7702 authorization', () => {
  it('is signed so that ethers and viem recover the address', async () => {
    await fc.assert(
      fc.asyncProperty(authorization, async (operation) => {
        const plan = planSigning(wallet, operation);
        const { chainId, nonce } = operation;
        const address = hexText(operation.address) as `0x${string}`;
        expect(hexText(plan.payloads[0] ?? new Uint8Array())).toBe(ethersHash({ chainId, nonce, address }));

        const { r, s, y_parity } = assembleAuthorization(signOne(wallet, plan));
        const parts = {
          r: toHex(BigInt(r), { size: 32 }),
          s: toHex(BigInt(s), { size: 32 }),
          yParity: y_parity,
        };
        expect(verifyAuthorization({ chainId, nonce, address }, parts)).toBe(wallet.address);
        const signed = { address, chainId: Number(chainId), nonce: Number(nonce) };
        const recovered = await recoverAuthorizationAddress({ authorization: signed, signature: parts });
        expect(recovered).toBe(wallet.address);
      }),
      { numRuns: 40 },
    );
  });

  const good: Eip7702Authorization = {
    kind: 'eip7702_authorization',
    chainId: 1n,
    address: hexToBytes('11'.repeat(20)),
    nonce: 0n,
  };
  it.each<[string, Partial<Eip7702Authorization>, string]>([
    ['a chain id of 2^256', { chainId: 2n ** 256n }, '/chain_id'],
    ['a negative chain id', { chainId: -1n }, '/chain_id'],
    ['a nonce of 2^64 - 1', { nonce: 2n ** 64n - 1n }, '/nonce'],
    ['a negative nonce', { nonce: -1n }, '/nonce'],
    ['an address of 19 bytes', { address: new Uint8Array(19) }, '/address'],
    ['an address of 32 bytes', { address: new Uint8Array(32) }, '/address'],
  ])('with %s is refused', (_, change, path) => {
    expect(refusal(() => planSigning(wallet, { ...good, ...change }))).toEqual({
      code: 'request.invalid',
      path,
    });
  });
});
