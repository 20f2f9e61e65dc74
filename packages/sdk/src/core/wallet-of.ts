import type {
  SignAuthorizationResult,
  SignMessageResult,
  SignResult,
  SignTransactionResult,
} from '../generated/schemas.js';
import type { Authorization, Chain, SignOptions, TypedData, Wallets } from '../wallets.js';
import { toBase64, toHex, utf8, type Hex } from './encoding.js';
import { clientError } from './error.js';

/** How an interface of the service signs with one wallet. Express and Core differ in no more than this. */
export type Signing = {
  readonly message: (body: MessageBody, options?: SignOptions) => Promise<SignMessageResult>;
  readonly transaction: (payload: string, options?: SignOptions) => Promise<SignTransactionResult>;
  readonly typedData: (typedData: TypedData, hash: Hex, options?: SignOptions) => Promise<SignResult>;
  readonly authorization: (asked: Authorization, options?: SignOptions) => Promise<SignAuthorizationResult>;
  readonly hash: (hash: Hex, options?: SignOptions) => Promise<SignResult>;
};

type MessageBody = { readonly message_base64: string; readonly format?: 'bip137' | 'bip322' };
type Identity = { readonly public_address: string; readonly public_key: string };

/** The wallet of a chain. */
export function walletOf<C extends Chain>(chain: C, identity: Identity, signing: Signing): Wallets[C] {
  const address = identity.public_address;
  const publicKey = identity.public_key as Hex;
  const makers: { readonly [Each in Chain]: () => Wallets[Each] } = {
    ETH: () => ({
      ...{ chain: 'ETH', address: address as Hex, publicKey },
      signMessage: (message, options) => signing.message(messageBody(message), options),
      signTransaction: (unsigned, options) => signing.transaction(unsigned, options),
      signTypedData: async (typedData, hash, options) =>
        ofHash(await signing.typedData(plain(typedData) as TypedData, hash, options), hash),
      signAuthorization: (authorization, options) => signing.authorization(authorization, options),
      signHash: async (hash, options) => ofHash(await signing.hash(hash, options), hash),
    }),
    SOL: () => ({
      ...{ chain: 'SOL', address, publicKey },
      signMessage: (message, options) => signing.message(messageBody(message), options),
      signTransaction: (transaction, options) => signing.transaction(toBase64(transaction), options),
    }),
    BTC: () => ({
      ...{ chain: 'BTC', address, publicKey },
      signMessage: (message, { format, ...options } = {}) =>
        signing.message({ ...messageBody(message), ...(format && { format }) }, options),
      signPsbt: (psbt, options) => signing.transaction(toBase64(psbt), options),
    }),
  };
  const wallet: Wallets[C] = makers[chain]();
  Object.freeze(wallet);
  return wallet;
}

function messageBody(message: string | Uint8Array): MessageBody {
  return { message_base64: toBase64(typeof message === 'string' ? utf8(message) : message) };
}

function ofHash(result: SignResult, hash: Hex): SignResult {
  if (result.message_hash.toLowerCase() === hash.toLowerCase()) return result;
  const message = `the service signed the hash ${result.message_hash}, not ${hash}: the signature is not handed out`;
  throw clientError('client.answer-mismatch', message);
}

/** Typed data as JSON bears it: bigints as decimal text, bytes as hex. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
