import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verifySelfSignedAttestation, verifySignerAttestation } from '@wallet-service/attestation-verifier';
import { Type } from 'typebox';
import * as Value from 'typebox/value';

const maxAgeMs = 60_000;
const timeoutMs = 10_000;

const answerSchema = Type.Object({
  attestations: Type.Array(Type.Object({ format: Type.String(), document: Type.String() })),
});
const measurementsSchema = Type.Object({
  pcrs: Type.Record(Type.String({ pattern: '^[0-9]{1,2}$' }), Type.String({ pattern: '^[0-9a-f]{96}$' })),
});

/** What `verifySignerAttestation` holds documents against. `root`: PEM, in the place of AWS's, and proves nothing. */
export type ExpectedHardware = { readonly pcrs: ReadonlyMap<number, Uint8Array>; readonly root?: string };

/** The registers that the image's build published. Throws an Error for another file. */
export function readRegisters(file: string): ReadonlyMap<number, Uint8Array> {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Value.Check(measurementsSchema, json))
    throw new Error(`${file} holds no measurements of a signer image`);
  return new Map(Object.entries(json.pcrs).map(([index, hex]) => [Number(index), Buffer.from(hex, 'hex')]));
}

/**
 * The key that vouches for an application's journal, as every signer behind a gateway attests it now, for a nonce of this moment: whoever can write to the database
 * has no part in it. With `hardware` the signers' hardware proves it; without, it is the word of the signers that the gateway leads to, whose own
 * documents are good for that alone. Undefined when the application has no key. Throws when a document is not sound, or they differ.
 */
export async function attestedCheckpointKey(
  url: string,
  applicationId: string,
  hardware: ExpectedHardware | undefined,
): Promise<Uint8Array | undefined> {
  const nonce = new Uint8Array(randomBytes(32));
  const asked = new URL('v2/attestation', url.endsWith('/') ? url : `${url}/`);
  asked.searchParams.set('nonce', Buffer.from(nonce).toString('hex'));
  asked.searchParams.set('application_id', applicationId);
  const response = await fetch(asked, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  const answer: unknown = await response.json();
  if (!response.ok || !Value.Check(answerSchema, answer))
    throw new Error(`GET ${url}/v2/attestation answered ${response.status}, and no attestations`);
  const freshness = { nonce, maxAgeMs, now: Date.now() };
  const keys = answer.attestations.map(({ format, document }) => {
    const bytes = new Uint8Array(Buffer.from(document, 'base64'));
    if (!hardware && format === 'aws-nitro')
      throw new Error(
        'the signers attest by hardware: give --measurements FILE, the registers of their image',
      );
    const { checkpointKey } = hardware
      ? verifySignerAttestation(bytes, { ...freshness, ...hardware })
      : verifySelfSignedAttestation(bytes, freshness);
    if (checkpointKey && checkpointKey.applicationId !== applicationId)
      throw new Error('a signer attests the checkpoint key of another application');
    return checkpointKey?.publicKey;
  });
  const distinct = new Set(keys.map((key) => key && Buffer.from(key).toString('hex')));
  if (distinct.size > 1) throw new Error(`the signers attest different checkpoint keys of ${applicationId}`);
  return keys[0];
}
