/** Why something proves nothing: documents of signers, their receipts, journals, and decisions. */
export const proofRefusals = {
  malformed: 'it is no attestation document',
  'not-attested': 'only the signer itself signed it, and no hardware did',
  algorithm: 'it is not signed with ES384, or does not measure with SHA-384',
  'unknown-root': 'its chain does not begin with the pinned root',
  chain: 'a certificate of its chain was not issued by the one before',
  'certificate-expired': 'a certificate of its chain was not valid when the document was made',
  signature: 'the key that it names did not sign it',
  'too-old': 'it was made longer ago than is accepted',
  'from-the-future': 'it was made in the future',
  'pcr-missing': 'a measurement is missing',
  'debug-mode': 'the enclave runs in debug mode: its image is not measured and its memory can be read',
  'pcr-mismatch': 'the enclave runs another image than expected',
  nonce: 'it was not made for this nonce',
  'user-data': 'the enclave’s claims are not in their form',
  'receipt-malformed': 'it is no receipt',
  'receipt-signature': 'the attested key did not sign the receipt',
  'receipt-mismatch': 'the receipt is about something else',
  'journal-malformed': 'it is no page of a journal',
  'other-application': 'it is the journal of another application',
  'entry-changed': 'an entry is not what its hash says',
  'entry-missing': 'an entry is missing',
  'entry-out-of-place': 'an entry comes twice, or is not in its place',
  'end-missing': 'the journal ends too early',
  'head-missing': 'there is no page',
  'head-changed': 'there are more entries than the journal has',
  rewritten: 'the journal is not what was kept or signed earlier',
  'loss-accepted': 'an operator accepted that entries were lost: begin again, and compare with what was kept',
  'checkpoint-missing': 'no page has a checkpoint, although there was one earlier',
  'checkpoint-forged': 'the key of a checkpoint did not sign it',
  'checkpoint-key-changed': 'a checkpoint is signed by another key than expected',
  'entry-not-included': 'nothing proves that the checkpoint contains the entry',
  'root-malformed': 'it is no root document',
  'root-mismatch': 'it is another root document than the signers attest',
  'proof-missing': 'the decision has no proof',
  'decision-malformed': 'it is no decision with its proof',
  'decision-signature': 'none of the verdict keys signed the proof',
  'decision-not-included': 'the proof is of another record',
  'decision-mismatch': 'the decision is about something else',
  'decision-changed': 'the decision shows something else than its record',
} as const satisfies Record<string, string>;

export type ProofRefusal = keyof typeof proofRefusals;

/** Something proves nothing. No call has failed: another try with the same bytes fails in the same way. */
export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
  readonly refusal: ProofRefusal;
  /** Of a journal: the number of the first entry that is not, or may not be, as it was written. */
  readonly seq: number | undefined;

  constructor(refusal: ProofRefusal, detail?: string, seq?: number) {
    const facts = [detail, seq === undefined ? undefined : `entry ${seq}`].filter(
      (fact) => fact !== undefined,
    );
    super(proofRefusals[refusal] + (facts.length === 0 ? '' : ` (${facts.join(', ')})`));
    this.refusal = refusal;
    this.seq = seq;
  }
}
