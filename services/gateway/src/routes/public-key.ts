import Type from 'typebox';

/** The public key of a wallet's address, in one form on every interface. */
export const publicKeyField = Type.String({
  description:
    'the public key of the address, in hex with the prefix 0x. `secp256k1` (ETH and BTC): 33 bytes, compressed ' +
    '(SEC 1). `ed25519` (SOL): 32 bytes (RFC 8032), of which the address is the base58',
});

export function publicKeyText(publicKey: Buffer): string {
  return `0x${publicKey.toString('hex')}`;
}

/** Of the wallet that the examples of answers show. */
export const exampleAddressAndKey = {
  public_address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  public_key: '0x0237b0bb7a8288d38ed49a524b5dc98cff3eb5ca824c9f9dc0dfdb3d9cd600f299',
};
