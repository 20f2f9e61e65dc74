import {
  fromRlp,
  getTransactionType,
  getTypesForEIP712Domain,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  recoverAddress,
  serializeTransaction,
  type LocalAccount,
  type SignableMessage,
  type Signature,
  type TransactionSerializable,
  type TypedDataDefinition,
  type TypedDataDomain,
  type TypedDataParameter,
} from 'viem';
import { publicKeyToAddress, toAccount, type CustomSource, type NonceManager } from 'viem/accounts';
import { hashAuthorization } from 'viem/utils';
import type { Hex } from './core/encoding.js';
import { clientError } from './core/error.js';
import {
  lowSignature,
  mismatch,
  splitSignature,
  transactionSignature,
  uncompressedKey,
  type SignatureParts,
} from './evm/signature.js';
import type { EthereumWallet, TypedData } from './wallets.js';

export type ViemAccount = LocalAccount & {
  readonly sign: NonNullable<CustomSource['sign']>;
  readonly signAuthorization: NonNullable<CustomSource['signAuthorization']>;
};

/**
 * A local account of viem (https://viem.sh) that signs with a wallet of the service. Its answers are those of
 * `privateKeyToAccount` with the same key, byte by byte. Each answer is checked before it is handed out
 * (`client.answer-mismatch`): the signature must be the wallet's, over the digest that viem computed here.
 *
 * `signTransaction` takes legacy transactions and those of EIP-2930, 1559, 4844 and 7702. Blobs stay with the caller:
 * the service signs without them. A chain's own `serializer` is refused (`client.unsupported`) where it writes other
 * bytes than viem's. `sign` signs a bare hash, which the service refuses wherever there is a policy.
 * `signAuthorization` (EIP-7702) needs an Express wallet.
 */
export function toViemAccount(
  wallet: EthereumWallet,
  options: { readonly nonceManager?: NonceManager } = {},
): ViemAccount {
  const publicKey = uncompressedKey(wallet.publicKey);
  if (publicKeyToAddress(publicKey) !== wallet.address)
    throw mismatch('the address is not that of the public key');
  const account = toAccount({
    address: wallet.address,
    nonceManager: options.nonceManager,
    async sign({ hash }) {
      const { signature } = await wallet.signHash(hash);
      return checked(wallet, hash, signature);
    },
    async signMessage({ message }) {
      const asked = messageOf(message);
      const hash = hashMessage(typeof asked === 'string' ? asked : { raw: asked });
      const { signature } = await wallet.signMessage(asked);
      return checked(wallet, hash, signature);
    },
    async signTypedData(definition) {
      const hash = hashTypedData(definition);
      const { signature } = await wallet.signTypedData(typedDataOf(definition as TypedDataDefinition), hash);
      return checked(wallet, hash, signature);
    },
    async signAuthorization({ chainId, nonce, ...target }) {
      const address = target.contractAddress ?? target.address;
      const answer = await wallet.signAuthorization({ chainId, address, nonce });
      const parts = lowSignature(answer.r_hex, answer.s_hex, answer.y_parity);
      await assertSigner(wallet, hashAuthorization({ address, chainId, nonce }), parts);
      return { address, chainId, nonce, ...viemSignature(parts) };
    },
    signTransaction: (transaction, { serializer } = {}) =>
      signTransaction(wallet, transaction as TransactionSerializable, serializer as Serializer | undefined),
  });
  return { ...account, publicKey } as ViemAccount;
}

/** A copy: the caller can change the bytes while the service signs them. */
function messageOf(message: SignableMessage): string | Uint8Array {
  if (typeof message === 'string') return message;
  return typeof message.raw === 'string' ? hexToBytes(message.raw) : new Uint8Array(message.raw);
}

const types: ReadonlySet<string> = new Set(['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702']);

type Serializer = (transaction: TransactionSerializable) => Hex | Promise<Hex>;

async function signTransaction(
  wallet: EthereumWallet,
  given: TransactionSerializable,
  serializer: Serializer | undefined,
): Promise<Hex> {
  if (given.type !== undefined && !types.has(given.type)) throw foreignTransaction();
  // A transaction that was signed before gets a new signature.
  const transaction = { ...given, r: undefined, s: undefined, v: undefined, yParity: undefined };
  const body = withoutBlobs(transaction);
  const unsigned = serializeTransaction(body);
  if (serializer !== undefined && (await serializer(body)) !== unsigned) throw foreignTransaction();
  const { signed_transaction: signed } = await wallet.signTransaction(unsigned);
  const parts = signatureIn(signed);
  if (serializeTransaction(body, viemSignature(parts)) !== signed)
    throw mismatch('the transaction is another one');
  await assertSigner(wallet, keccak256(unsigned), parts);
  return serializeTransaction(transaction as TransactionSerializable, viemSignature(parts));
}

/** EIP-4844, "Networking": the blobs travel with the transaction, but they are not in the bytes that are signed. */
function withoutBlobs(transaction: TransactionSerializable): TransactionSerializable {
  const isBlob = getTransactionType(transaction) === 'eip4844';
  return isBlob ? ({ ...transaction, sidecars: false } as unknown as TransactionSerializable) : transaction;
}

/** The service needs the domain's type, for without it the digest depends on which fields a library looks for. */
function typedDataOf({ domain = {}, types, primaryType, message }: TypedDataDefinition): TypedData {
  if (primaryType === 'EIP712Domain')
    throw clientError(
      'client.unsupported',
      'The service does not sign a domain alone. Sign a message in it.',
    );
  return {
    types: { ...('EIP712Domain' in types ? {} : { EIP712Domain: domainTypeOf(domain) }), ...types },
    primaryType,
    domain,
    message,
  };
}

/** viem leaves out what it does not know, such as a chain id that is text. The signature would hold without it. */
function domainTypeOf(domain: TypedDataDomain): readonly TypedDataParameter[] {
  const fields = getTypesForEIP712Domain({ domain });
  const isTyped = (name: string): boolean => fields.some((field) => field.name === name);
  const lost = Object.entries(domain).find(([name, value]) => value != null && !isTyped(name));
  if (!lost) return fields;
  const message = `The field ${lost[0]} of the domain would not be signed. Declare types.EIP712Domain.`;
  throw clientError('client.request-invalid', message);
}

async function checked(wallet: EthereumWallet, hash: Hex, signature: string): Promise<Hex> {
  await assertSigner(wallet, hash, splitSignature(signature));
  return signature as Hex;
}

async function assertSigner(wallet: EthereumWallet, hash: Hex, parts: SignatureParts): Promise<void> {
  const signer = await recoverAddress({ hash, signature: parts }).catch((cause: unknown) => {
    throw mismatch('the signature is of no key', cause);
  });
  if (signer !== wallet.address) throw mismatch('the signature is of another key or over other data');
}

function signatureIn(signed: string | null): SignatureParts {
  const isLegacy = !/^0x0[1-4]/.test(signed ?? '');
  try {
    const fields = fromRlp(`0x${(signed ?? '').slice(isLegacy ? 2 : 4)}`, 'hex');
    return transactionSignature(isLegacy, fields);
  } catch (cause) {
    throw mismatch('the transaction is not a signed one', cause);
  }
}

function viemSignature(parts: SignatureParts): Signature {
  const { r, s, yParity } = parts;
  return { r, s, ...legacy(yParity), yParity };
}

/** viem calls `v` deprecated, but gives it out and needs it for legacy transactions. */
function legacy(yParity: number): { v: bigint } {
  return { v: BigInt(27 + yParity) };
}

function foreignTransaction(): Error {
  return clientError(
    'client.unsupported',
    'The service signs Ethereum transactions of the types 0 to 4. This chain has a type of its own for this one.',
  );
}
