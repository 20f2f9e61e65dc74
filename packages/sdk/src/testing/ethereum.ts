import type * as ViemUtils from 'viem/utils';
import type { TypedData } from '../wallets.js';
import type { SignResult } from '../generated/schemas.js';
import { toHex, type Hex } from '../core/encoding.js';
import type { EthereumKey } from './test-key.js';
import { loadPeer } from './load-peer.js';
import { invalid, Refusal, untested } from './refusal.js';

type Viem = typeof ViemUtils;

/** By viem, an optional peer. */
export async function ethereumKey(seed: Uint8Array): Promise<EthereumKey> {
  const viem = await loadPeer('viem', 'ETH wallets', () => import('viem/utils'));
  const { privateKeyToAccount, serializeSignature, sign } = await import('viem/accounts');
  const privateKey = toHex(seed);
  const account = privateKeyToAccount(privateKey);

  async function signed(hash: Hex) {
    const parts = await sign({ hash, privateKey });
    const { r, s, yParity = 0 } = parts;
    return { signature: serializeSignature(parts), r, s, v: String(27 + yParity) };
  }
  const signedTypedData = async (typedData: unknown, version: string | undefined): Promise<SignResult> => {
    const hash = typedDataHash(viem, typedData, version);
    return { message_hash: hash, ...(await signed(hash)) };
  };

  return {
    address: account.address,
    publicKey: compressed(account.publicKey),
    message: (message) => signed(viem.hashMessage({ raw: message })),
    transaction: async (payload) => {
      const transaction = unsignedTransaction(viem, payload);
      const signature = await sign({ hash: viem.keccak256(payload as Hex), privateKey });
      const signedTransaction = viem.serializeTransaction(transaction, signature);
      return {
        signed_transaction: signedTransaction,
        transaction_hash: viem.keccak256(signedTransaction),
      };
    },
    typedData: signedTypedData,
    chainIdOf: (payload) => unsignedTransaction(viem, payload)['chainId'] as number | undefined,
    authorization: async ({ chain_id: chainId, address, nonce }) => {
      // As in an application that does not allow it.
      if (chainId === 0)
        throw new Refusal('policy.denied', {
          message: 'an authorization for every chain is not allowed',
          details: { reason: 'eip7702_any_chain' },
        });
      const hash = viem.hashAuthorization({ chainId, address: address as Hex, nonce });
      const { r, s, yParity = 0 } = await sign({ hash, privateKey });
      return { r: String(BigInt(r)), s: String(BigInt(s)), y_parity: yParity, r_hex: r, s_hex: s };
    },
    hash: async ({ raw_data_hash: hash, payload, typed_data: typedData, version }) => {
      if (payload !== undefined) unsignedTransaction(viem, payload);
      const known =
        typedData === undefined
          ? payload && viem.keccak256(payload as Hex)
          : typedDataHash(viem, typedData, version);
      if (known !== undefined && known !== hash.toLowerCase())
        throw invalid('/raw_data_hash', 'must be the hash of what is given');
      return { message_hash: hash.toLowerCase(), ...(await signed(hash as Hex)) };
    },
  };
}

function unsignedTransaction(viem: Viem, payload: unknown) {
  if (typeof payload !== 'string')
    throw untested(
      'transactions as objects. Send the unsigned transaction in hex, as the wallets of the SDK do',
    );
  try {
    const { r, s, v, yParity, ...transaction } = viem.parseTransaction(payload as Hex) as Record<
      string,
      unknown
    >;
    const isSigned = [r, s, v, yParity].some((part) => part !== undefined);
    if (!isSigned && viem.serializeTransaction(transaction) === payload.toLowerCase()) return transaction;
  } catch {
    // The error below says it.
  }
  throw invalid('/payload', 'must be an unsigned transaction in hex (EIP-2718)');
}

function typedDataHash(viem: Viem, given: unknown, version = 'v4'): Hex {
  if (version !== 'v4') throw untested('typed data of other versions than v4');
  try {
    const typedData = (typeof given === 'string' ? JSON.parse(given) : given) as TypedData;
    if (!Object.hasOwn(typedData.types, typedData.primaryType))
      throw invalid('/typed_data/primaryType', 'must be one of the types');
    return viem.hashTypedData(typedData);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid('/typed_data', 'must be typed data (EIP-712)');
  }
}

/** SEC 1: 02 or 03, and x. */
export function compressed(publicKey: Hex): Hex {
  const isOdd = Number.parseInt(publicKey.slice(-1), 16) % 2 === 1;
  return `0x${isOdd ? '03' : '02'}${publicKey.slice(4, 68)}`;
}
