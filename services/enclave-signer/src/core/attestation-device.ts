/** What a document is asked to bind. The device sets the measurements, the time and its own certificates by itself. */
export type AttestationRequest = {
  /** At most 512 bytes. */
  readonly nonce: Uint8Array;
  /** At most 512 bytes; empty = none. */
  readonly userData: Uint8Array;
  /** DER, at most 1024 bytes: to whom others may encrypt for this enclave alone; empty = none. */
  readonly publicKey: Uint8Array;
};

/**
 * The hardware that vouches for this process. Each method rejects with Refused('unavailable') when it does not answer.
 */
export type AttestationDevice = {
  /** A signed attestation document. */
  readonly attest: (request: AttestationRequest) => Promise<Uint8Array>;
  /** Up to 256 bytes from the hypervisor's source of randomness. */
  readonly random: () => Promise<Uint8Array>;
};
