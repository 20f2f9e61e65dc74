import { createPublicKey, verify } from 'node:crypto';
import { p2wpkh, Transaction as BitcoinTransaction } from '@scure/btc-signer';
import { getAddressDecoder } from '@solana/kit';
import * as bip322 from 'bip322-js';
import {
  computeAddress,
  recoverAddress,
  Transaction,
  verifyAuthorization,
  verifyMessage,
  verifyTypedData,
} from 'ethers';
import { hexToBytes, type Hex } from 'viem';
import type { Chain, Step } from './testing-steps.js';
import { keyOf, type Answer, type Wallet, type World } from './testing-worlds.js';

// Whether what was signed was signed by the wallet, by other libraries than those of the test server.

type Signed = Readonly<Record<string, string>>;

/** Undefined if it was, or if the answer has nothing of a wallet. */
export function faultOf(world: World, { operation, user }: Step, answer: Answer): string | undefined {
  if (answer.status !== 200 || user === undefined) return faultOfCore(world, operation, answer);
  const wallet = keyOf(world, user.subject, user.chain);
  const body = answer.body as Signed;
  if (operation === 'getOrCreateWallet') return faultOfAddress(wallet, user.chain);
  return faultOfSignature(operation, user.chain, wallet, body, answer.sent);
}

function faultOfCore({ keys }: World, operation: string, { status, body, sent }: Answer): string | undefined {
  const isSignature = status === 200 && operation.startsWith('coreSign');
  if (!isSignature) return undefined;
  const { wallet_id: id, ...asked } = sent as Record<string, unknown>;
  const wallet = keys.get(String(id));
  const { data } = body as { data: Signed };
  const chain = wallet?.address.startsWith('0x') ? 'ETH' : wallet?.publicKey.length === 66 ? 'SOL' : 'BTC';
  if (!wallet) return 'a signature of no wallet';
  return faultOfSignature(operation.replace('coreS', 's'), chain, wallet, data, asked);
}

function faultOfAddress({ address, publicKey }: Wallet, chain: Chain): string | undefined {
  const expected = {
    ETH: () => computeAddress(publicKey),
    SOL: () => getAddressDecoder().decode(hexToBytes(publicKey)) as string,
    BTC: () => p2wpkh(hexToBytes(publicKey)).address,
  }[chain]();
  return address === expected ? undefined : `the address ${address} is not ${expected}`;
}

function faultOfSignature(
  operation: string,
  chain: Chain,
  wallet: Wallet,
  body: Signed,
  sent: unknown,
): string | undefined {
  const by = signerOf[operation]?.[chain]?.(body, sent as Asked, wallet);
  return by === undefined || by === wallet.address
    ? undefined
    : `${operation} on ${chain} is signed by ${by}`;
}

type Asked = {
  readonly message_base64: string;
  readonly payload: string;
  readonly typed_data: {
    readonly domain: object;
    readonly types: Record<string, { name: string; type: string }[]>;
    readonly message: Record<string, unknown>;
  };
  readonly raw_data_hash: string;
  readonly chain_id: number;
  readonly address: string;
  readonly nonce: number;
};
type SignerOf = (body: Signed, sent: Asked, wallet: Wallet) => string | undefined;

const messageOf = (sent: Asked) => Buffer.from(sent.message_base64, 'base64');

const signerOf: Readonly<Record<string, Partial<Record<Chain, SignerOf>>>> = {
  signMessage: {
    ETH: ({ signature = '' }, sent) => verifyMessage(messageOf(sent), signature),
    SOL: ({ signature = '' }, sent, wallet) => solanaSigner(wallet, messageOf(sent), signature as Hex),
    BTC: ({ signature_base64: proof = '' }, sent, { address }) => {
      const text = messageOf(sent).toString();
      // The verifier takes text alone.
      if (!Buffer.from(text).equals(messageOf(sent))) return undefined;
      return bip322.Verifier.verifySignature(address, text, proof) ? address : 'another';
    },
  },
  signTransaction: {
    ETH: ({ signed_transaction: signed = '' }) => String(Transaction.from(signed).from),
    SOL: ({ signed_transaction: signed = '', signature = '' }, { payload }, wallet) => {
      const message = Buffer.from(payload, 'base64');
      if (!Buffer.from(signed, 'base64').includes(message)) return 'nobody: it is another transaction';
      return solanaSigner(wallet, message, signature as Hex);
    },
    BTC: ({ signed_transaction: signed = '' }, _sent, { publicKey, address }) => {
      const { finalScriptWitness = [] } = BitcoinTransaction.fromRaw(Buffer.from(signed, 'hex')).getInput(0);
      return Buffer.from(finalScriptWitness[1] ?? []).equals(hexToBytes(publicKey)) ? address : 'another';
    },
  },
  signTypedData: {
    ETH: ({ signature = '' }, { typed_data: typedData }) => {
      const { EIP712Domain: _, ...types } = typedData.types;
      return verifyTypedData(typedData.domain, types, typedData.message, signature);
    },
  },
  signEip7702: {
    ETH: ({ r_hex: r = '', s_hex: s = '', y_parity: yParity }, { chain_id: chainId, address, nonce }) =>
      verifyAuthorization({ chainId, address, nonce }, { r, s, yParity: Number(yParity) === 1 ? 1 : 0 }),
  },
  signData: { ETH: ({ signature = '' }, { raw_data_hash: hash }) => recoverAddress(hash, signature) },
};

const spkiOfEd25519 = Buffer.from('302a300506032b6570032100', 'hex');

function solanaSigner({ address, publicKey }: Wallet, message: Uint8Array, signature: Hex): string {
  const der = Buffer.concat([spkiOfEd25519, hexToBytes(publicKey)]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, message, key, hexToBytes(signature)) ? address : 'another';
}
