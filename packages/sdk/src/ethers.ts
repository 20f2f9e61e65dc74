import {
  AbstractSigner,
  assert,
  assertArgument,
  copyRequest,
  decodeRlp,
  getAddress,
  getBigInt,
  hashAuthorization,
  hashMessage,
  keccak256,
  recoverAddress,
  resolveAddress,
  Signature,
  Transaction,
  TypedDataEncoder,
  type Authorization,
  type AuthorizationRequest,
  type Provider,
  type TransactionRequest,
  type TypedDataDomain,
  type TypedDataField,
} from 'ethers';
import type { Hex } from './core/encoding.js';
import { clientError } from './core/error.js';
import {
  lowSignature,
  mismatch,
  splitSignature,
  transactionSignature,
  type SignatureParts,
} from './evm/signature.js';
import type { EthereumWallet, TypedData } from './wallets.js';

/**
 * A signer of ethers (https://docs.ethers.org/v6) whose key is a wallet of the service. Its answers are those of
 * `Wallet` with the same key, byte by byte. Each answer is checked before it is handed out (`client.answer-mismatch`):
 * the signature must be the wallet's, over the digest that ethers computed here.
 *
 * `signTransaction` takes transactions of the types 0 to 4. Blobs stay with the caller: the service signs without them.
 * `authorize` (EIP-7702) needs an Express wallet.
 */
export class EthersSigner<P extends Provider | null = Provider | null> extends AbstractSigner<P> {
  readonly address: Hex;
  readonly #wallet: EthereumWallet;

  constructor(wallet: EthereumWallet, provider?: P) {
    super(provider);
    this.#wallet = wallet;
    this.address = wallet.address;
  }

  override getAddress(): Promise<string> {
    return Promise.resolve(this.address);
  }

  override connect<Other extends Provider | null>(provider: Other): EthersSigner<Other> {
    return new EthersSigner(this.#wallet, provider);
  }

  override async signMessage(message: string | Uint8Array): Promise<string> {
    // A copy: the caller can change the bytes while the service signs them.
    const asked = typeof message === 'string' ? message : new Uint8Array(message);
    const hash = hashMessage(asked);
    const { signature } = await this.#wallet.signMessage(asked);
    return checked(this.address, hash, splitSignature(signature)).serialized;
  }

  override async signTypedData(
    domain: TypedDataDomain,
    types: Record<string, TypedDataField[]>,
    value: Record<string, unknown>,
  ): Promise<string> {
    const named = await TypedDataEncoder.resolveNames(domain, types, value, (name) => this.#addressOf(name));
    const payload = TypedDataEncoder.getPayload(
      named.domain,
      types,
      named.value as typeof value,
    ) as TypedData;
    const hash = TypedDataEncoder.hash(named.domain, types, named.value as typeof value) as Hex;
    const { signature } = await this.#wallet.signTypedData(payload, hash);
    return checked(this.address, hash, splitSignature(signature)).serialized;
  }

  /** The nonce and the chain come from the provider if they are absent. A chain id of 0 is every chain. */
  override async authorize(request: AuthorizationRequest): Promise<Authorization> {
    const address = getAddress(await resolveAddress(request.address, this));
    const populated = await this.populateAuthorization({ ...request, address });
    const [chainId, nonce] = [getBigInt(populated.chainId ?? 0), getBigInt(populated.nonce ?? 0)];
    const answer = await this.#wallet.signAuthorization({
      chainId: safeNumber(chainId, 'chainId'),
      address: address as Hex,
      nonce: safeNumber(nonce, 'nonce'),
    });
    const parts = lowSignature(answer.r_hex, answer.s_hex, answer.y_parity);
    const signature = checked(this.address, hashAuthorization({ address, chainId, nonce }), parts);
    return { address, chainId, nonce, signature };
  }

  override async signTransaction(request: TransactionRequest): Promise<string> {
    const { to, from, ...fields } = copyRequest(request);
    if (fields.customData != null)
      throw clientError('client.unsupported', 'No transaction of Ethereum has customData. Leave it out.');
    if (from != null) {
      const sender = getAddress(await resolveAddress(from, this));
      assertArgument(sender === this.address, 'transaction from address mismatch', 'tx.from', from);
    }
    const target = to == null ? {} : { to: await resolveAddress(to, this) };
    const transaction = Transaction.from({ ...fields, ...target });
    const unsigned = transaction.unsignedSerialized as Hex;
    const { signed_transaction: signed } = await this.#wallet.signTransaction(unsigned);
    const parts = signatureIn(signed);
    transaction.signature = checked(this.address, keccak256(unsigned), parts);
    const body = Transaction.from(unsigned);
    body.signature = transaction.signature;
    if (body.serialized !== signed) throw mismatch('the transaction is another one');
    return transaction.serialized;
  }

  async #addressOf(name: string): Promise<string> {
    const { provider } = this;
    assert(provider != null, 'cannot resolve ENS names without a provider', 'UNSUPPORTED_OPERATION', {
      operation: 'resolveName',
      info: { name },
    });
    const address = await provider.resolveName(name);
    assert(address != null, 'unconfigured ENS name', 'UNCONFIGURED_NAME', { value: name });
    return address;
  }
}

function checked(address: string, digest: string, parts: SignatureParts): Signature {
  const signature = Signature.from({ ...parts, v: 27 + parts.yParity });
  let signer: string;
  try {
    signer = recoverAddress(digest, signature);
  } catch (cause) {
    throw mismatch('the signature is of no key', cause);
  }
  if (signer !== address) throw mismatch('the signature is of another key or over other data');
  return signature;
}

function signatureIn(signed: string | null): SignatureParts {
  const isLegacy = !/^0x0[1-4]/.test(signed ?? '');
  try {
    return transactionSignature(isLegacy, decodeRlp(`0x${(signed ?? '').slice(isLegacy ? 2 : 4)}`));
  } catch (cause) {
    throw mismatch('the transaction is not a signed one', cause);
  }
}

function safeNumber(value: bigint, name: string): number {
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  throw clientError('client.request-invalid', `The ${name} of an authorization is at most 2^53 - 1.`);
}
