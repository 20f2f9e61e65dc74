import { createServerClient } from '@wallet-service/sdk/server';
import {
  hashOfRequest,
  verdictKeysOf,
  verifyAttestation,
  verifyDecision,
  verifyJournal,
  verifyReceipt,
  verifySelfSignedAttestation,
  type AttestedClaims,
} from '@wallet-service/sdk/verify';
import { hexToBytes, stringToBytes, toHex, type Hex } from 'viem';
import { clientFor } from './check-wallets.js';
import { same } from './expect.js';
import type { Checks, Settings } from './outcome.js';

/** What the signers say of themselves for a fresh nonce. */
async function attested(settings: Settings): Promise<readonly AttestedClaims[]> {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const { attestations } = await clientFor(settings).attestation({ nonce: toHex(nonce).slice(2) });
  return Promise.all(attestations.map(({ document }) => verifySelfSignedAttestation(document, { nonce })));
}

/** The proofs of the service, by WebCrypto alone. */
export const proofChecks: Checks = {
  'verifies the attestation of a signer in an enclave': async ({ nitro }) => {
    const { document, nonce, pcrs, root, now, build } = nitro;
    const claims = await verifyAttestation(document, { nonce: hexToBytes(nonce), pcrs, root, now });
    same(claims.build, build);
    const later = verifyAttestation(document, { nonce: hexToBytes(nonce), pcrs, root, now: now + 3_600_000 });
    same(await later.catch((error: unknown) => (error as Error).name), 'ProofRefused');
  },
  'verifies the receipt of a signature by the signer that gave it': async (settings) => {
    const wallet = await clientFor(settings).wallet('SOL');
    const message = stringToBytes('who signs this?');
    const { signature, receipt } = await wallet.signMessage(message, { receipt: true });
    if (!receipt) throw new Error('the answer has no receipt');
    const request = { chain: 'SOL', address: wallet.address, operation: 'message', jwt: settings.token };
    const requestHash = await hashOfRequest({ ...request, payloads: [message] });
    const expected = { requestHash, signatures: [hexToBytes(signature as Hex)] };
    const verified: string[] = [];
    for (const claims of await attested(settings))
      await verifyReceipt(receipt, claims, expected).then(
        ({ address }) => verified.push(address),
        () => undefined,
      );
    same(verified, [wallet.address]);
  },
  'verifies that a verdict key of the root document signed a decision': async ({ decision }) => {
    const { answer, signed_root_document: root, root_hash: hash } = decision;
    const verdictKeys = await verdictKeysOf(root, { rootHash: hexToBytes(`0x${hash}`) });
    same((await verifyDecision(answer, { id: answer.id, verdictKeys })).id, answer.id);
    const changed = verifyDecision({ ...answer, outcome: 'allow' }, { id: answer.id, verdictKeys });
    same(await changed.catch((error: unknown) => (error as Error).name), 'ProofRefused');
  },
};

export const journalChecks: Checks = {
  'verifies the journal to its end': async ({ url, secretKey = '' }) => {
    const { pages } = createServerClient({ url, secretKey }).audit.list({});
    const { entries, keep } = await verifyJournal(pages());
    same([entries > 0, keep.seq], [true, entries]);
  },
};
