import {
  computeAddress,
  concat,
  hashAuthorization,
  hashMessage,
  keccak256,
  SigningKey,
  Transaction,
  TypedDataEncoder,
} from 'ethers';
import type { Hex } from '../src/core/encoding.js';
import type { EthereumWallet, TypedData } from '../src/wallets.js';

/** A wallet with the service's answers, whose key is here. Signs with ethers. */
export function keyWallet(privateKey: Hex): EthereumWallet {
  const key = new SigningKey(privateKey);
  const sign = (digest: string) => {
    const { serialized, r, s, v } = key.sign(digest);
    return { message_hash: digest, signature: serialized, r, s, v: String(v) };
  };
  return {
    chain: 'ETH',
    address: computeAddress(key) as Hex,
    publicKey: key.compressedPublicKey as Hex,
    signMessage: (message) => Promise.resolve(sign(hashMessage(message))),
    signTypedData: (typedData) => Promise.resolve(sign(typedDataDigest(typedData))),
    signHash: (hash) => Promise.resolve(sign(hash)),
    signTransaction: (unsigned) => {
      const transaction = Transaction.from(unsigned);
      transaction.signature = key.sign(keccak256(unsigned));
      return Promise.resolve({
        signed_transaction: transaction.serialized,
        transaction_hash: transaction.hash,
      });
    },
    signAuthorization: (authorization) => {
      const { r, s, yParity } = key.sign(hashAuthorization(authorization));
      const decimal = { r: BigInt(r).toString(), s: BigInt(s).toString() };
      return Promise.resolve({ ...decimal, y_parity: yParity, r_hex: r, s_hex: s });
    },
  };
}

/** EIP-712 with the domain type that is given, as the service computes it. */
function typedDataDigest({ types, primaryType, domain, message }: TypedData): string {
  const mutable = Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]]));
  const { EIP712Domain = [], ...others } = mutable;
  const separator = TypedDataEncoder.from({ EIP712Domain }).hashStruct('EIP712Domain', domain);
  const hash = TypedDataEncoder.from(others).hashStruct(primaryType, message);
  return keccak256(concat(['0x1901', separator, hash]));
}
