import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addressOf, type Chain } from '@wallet-service/addresses';
import type { SignedTransaction } from '../src/answers.js';
import type { RawSignature, SigningPlan, SigningWallet } from '../src/operation.js';
import { readOperation } from '../src/read-operation.js';

export type TestWallet = SigningWallet & { readonly secret: Uint8Array };

const mainNetworks = { ETH: 'ETHEREUM', SOL: 'SOL_MAINNET', BTC: 'BTC_MAINNET' } as const;

/** A wallet whose secret the test has. */
export function testWallet(
  chain: Chain,
  secret: Uint8Array,
  network: string = mainNetworks[chain],
): TestWallet {
  const publicKey = chain === 'SOL' ? ed25519.getPublicKey(secret) : secp256k1.getPublicKey(secret, true);
  return { chain, network, publicKey, address: addressOf(chain, network, publicKey), secret };
}

/** What the signer does with a plan. */
export function signPlan(wallet: TestWallet, plan: SigningPlan): RawSignature[] {
  return plan.payloads.map((payload) => {
    if (plan.scheme === 'ed25519') return { signature: ed25519.sign(payload, wallet.secret), recoveryId: 0 };
    const bytes = secp256k1.sign(payload, wallet.secret, { prehash: false, format: 'recovered' });
    return { signature: bytes.slice(1), recoveryId: bytes[0] ?? 0 };
  });
}

/** The only signature of a plan with one payload. */
export function signOne(wallet: TestWallet, plan: SigningPlan): RawSignature {
  const [signature, ...others] = signPlan(wallet, plan);
  if (!signature || others.length > 0) throw new Error('expected a plan of one payload');
  return signature;
}

/** The answer to a transaction, with the wallet's own signatures unless others are given. */
export function signTransaction(
  wallet: TestWallet,
  unsigned: Uint8Array,
  signatures?: readonly RawSignature[],
): SignedTransaction {
  const { plan, answer } = readOperation(wallet, { kind: 'transaction', unsigned });
  const answered = answer(signatures ?? signPlan(wallet, plan));
  if (answered.kind !== 'transaction') throw new Error('expected a transaction');
  return answered.transaction;
}
