/** What a document should bind. The device adds the measurements, the time and its own certificates. */
export type AttestationRequest = {
  /** At most 512 bytes. */
  readonly nonce: Uint8Array;
  /** At most 512 bytes; empty = none. */
  readonly userData: Uint8Array;
  /**
   * DER, at most 1024 bytes: the key with which others encrypt for this enclave alone. Empty if there is
   * none.
   */
  readonly publicKey: Uint8Array;
};

/**
 * The hardware that attests this process. Each method rejects with Refused('unavailable') if it does not
 * answer.
 */
export type AttestationDevice = {
  /** A signed attestation document. */
  readonly attest: (request: AttestationRequest) => Promise<Uint8Array>;
  /** Up to 256 bytes from the hypervisor's source of randomness. */
  readonly random: () => Promise<Uint8Array>;
};
