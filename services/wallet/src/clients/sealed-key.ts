/** HPKE (RFC 9180): what is sealed, and all that the recipient needs but his private key. */
export type SealedKey = {
  readonly encapsulatedKey: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly info: Uint8Array;
  readonly associatedData: Uint8Array;
};
