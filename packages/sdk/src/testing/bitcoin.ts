import type * as Scure from '@scure/btc-signer';
import type * as Viem from 'viem/accounts';
import { fromBase64, fromHex, toBase64, toHex, utf8 } from '../core/encoding.js';
import type { SignMessageResult, SignTransactionResult } from '../generated/schemas.js';
import { compressed } from './ethereum.js';
import { joined } from './joined.js';
import type { TestKey } from './test-key.js';
import { loadPeer } from './load-peer.js';
import { invalid } from './refusal.js';

type Wallet = {
  readonly scure: typeof Scure;
  readonly viem: typeof Viem;
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly script: Uint8Array;
};

const prefixes: Readonly<Record<string, string>> = { BTC_TESTNET: 'tb', BTC_REGTEST: 'bcrt' };

/** A P2WPKH wallet by @scure/btc-signer and viem, optional peers. `network` as for Core wallets. */
export async function bitcoinKey(privateKey: Uint8Array, network: string): Promise<TestKey> {
  const scure = await loadPeer('@scure/btc-signer', 'BTC wallets', () => import('@scure/btc-signer'));
  const viem = await loadPeer('viem', 'BTC wallets', () => import('viem/accounts'));
  const publicKey = fromHex(compressed(viem.privateKeyToAccount(toHex(privateKey)).publicKey));
  const bech32 = prefixes[network] ?? 'bc';
  const { address, script } = scure.p2wpkh(publicKey, { ...scure.NETWORK, bech32 });
  const wallet = { scure, viem, privateKey, publicKey, script };
  return {
    address,
    publicKey: toHex(publicKey),
    message: (message, format) => (format === 'bip322' ? genericMessage : oldMessage)(wallet, message),
    transaction: (payload) => Promise.resolve(signedPsbt(wallet, payload)),
  };
}

async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));
}

/** BIP-137. The first byte is 39 and the recovery id for P2WPKH. */
async function oldMessage(wallet: Wallet, message: Uint8Array): Promise<SignMessageResult> {
  const size = wallet.scure.CompactSize.encode(BigInt(message.length));
  const digest = await sha256(await sha256(utf8('\u0018Bitcoin Signed Message:\n'), size, message));
  const { r, s, v } = await partsOf(wallet, digest);
  const proof = joined([Uint8Array.of(39 + v - 27), fromHex(r), fromHex(s)]);
  return { signature: toHex(proof), r, s, v: String(v), signature_base64: toBase64(proof) };
}

/** BIP-322, the variant `simple`: the witness of a transaction that can never be mined. */
async function genericMessage(wallet: Wallet, message: Uint8Array): Promise<SignMessageResult> {
  const { scure, privateKey, publicKey, script } = wallet;
  const tag = await sha256(utf8('BIP0322-signed-message'));
  const commitment = joined([Uint8Array.of(0, 32), await sha256(tag, tag, message)]);
  const toSpend = scure.RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: commitment, sequence: 0 }],
    outputs: [{ amount: 0n, script }],
    witnesses: [],
    lockTime: 0,
  });
  const txid = (await sha256(await sha256(toSpend))).reverse();
  const toSign = new scure.Transaction({ version: 0, allowUnknownOutputs: true });
  toSign.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } });
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n });
  const keyHash = scure.OutScript.decode(script);
  if (keyHash.type !== 'wpkh') throw new Error('the script is P2WPKH');
  const spent = scure.OutScript.encode({ type: 'pkh', hash: keyHash.hash });
  const { r, s, v } = await partsOf(wallet, toSign.preimageWitnessV0(0, spent, 1, 0n));
  toSign.signIdx(privateKey, 0);
  toSign.finalizeIdx(0);
  const proof = scure.RawWitness.encode([...(toSign.getInput(0).finalScriptWitness ?? [publicKey])]);
  return { signature: toHex(proof), r, s, v: String(v), signature_base64: `smp${toBase64(proof)}` };
}

async function partsOf({ viem, privateKey }: Wallet, digest: Uint8Array) {
  const { r, s, yParity } = await viem.sign({ hash: toHex(digest), privateKey: toHex(privateKey) });
  return { r, s, v: 27 + Number(yParity) };
}

/** Signs the inputs that spend from this wallet, and finishes the transaction if no other signature is missing. */
function signedPsbt({ scure, privateKey }: Wallet, payload: unknown): SignTransactionResult {
  const transaction = readPsbt(scure, payload);
  try {
    transaction.sign(privateKey);
  } catch {
    throw invalid('/payload', 'no input of the PSBT spends from this wallet');
  }
  const psbt = toBase64(transaction.toPSBT());
  try {
    transaction.finalize();
  } catch {
    return { psbt, signed_transaction: null, transaction_hash: null };
  }
  return { psbt, signed_transaction: transaction.hex, transaction_hash: transaction.id };
}

function readPsbt(scure: Wallet['scure'], payload: unknown) {
  try {
    const options = { allowUnknownInputs: true, allowUnknownOutputs: true };
    if (typeof payload === 'string') return scure.Transaction.fromPSBT(fromBase64(payload), options);
  } catch {
    // The error below says it.
  }
  throw invalid('/payload', 'must be a PSBT in base64');
}
