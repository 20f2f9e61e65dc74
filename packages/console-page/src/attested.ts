import type { ServerClient } from '@wallet-service/sdk/server';
import {
  ProofRefused,
  verifyAttestation,
  verifySelfSignedAttestation,
  type AttestedClaims,
  type CheckpointKeyClaim,
} from '@wallet-service/sdk/verify';
import { hexOf } from './hex.ts';
import { readKept } from './kept.ts';

/** SHA-384 of what an enclave runs, in hex, by register. */
export type Measurements = Readonly<Record<number, string>>;

/** `proven`: hardware says so. `stated`: only the signer itself does. */
export type Checked =
  | { readonly verdict: 'proven' | 'stated'; readonly format: string; readonly claims: AttestedClaims }
  | { readonly verdict: 'refused'; readonly format: string; readonly why: string };

type Given = { readonly format: string; readonly document: string };

/** The measurements in a text: `{ "0": "…" }`, or the `measurements.json` of a release. Throws Error. */
export function measurementsIn(text: string): Measurements {
  const given = JSON.parse(text) as { readonly pcrs?: object };
  const pcrs = Object.entries(given.pcrs ?? given).map(
    ([name, value]) => [Number(name.replace(/^pcr/i, '')), String(value)] as const,
  );
  const isWhole = pcrs.every(([at, value]) => Number.isInteger(at) && /^[0-9a-f]{96}$/i.test(value));
  if (!isWhole || !pcrs.some(([at]) => at === 0))
    throw new Error('Measurements are SHA-384 in hex by register, and register 0 is among them.');
  return Object.fromEntries(pcrs);
}

/** What the person pinned in this browser. Without pins no hardware is believed. */
export function pinnedMeasurements(): Measurements | undefined {
  const kept = readKept('pinned-measurements');
  try {
    return kept === undefined ? undefined : measurementsIn(kept);
  } catch {
    return undefined;
  }
}

export const freshNonce = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

export async function check(
  { format, document }: Given,
  nonce: Uint8Array,
  pcrs: Measurements | undefined,
): Promise<Checked> {
  try {
    if (format === 'self-signed' && pcrs)
      return { verdict: 'refused', format, why: 'It runs without hardware that could prove what is pinned.' };
    if (format === 'self-signed')
      return { verdict: 'stated', format, claims: await verifySelfSignedAttestation(document, { nonce }) };
    if (!pcrs) return { verdict: 'refused', format, why: 'Pin the measurements of the image first.' };
    return { verdict: 'proven', format, claims: await verifyAttestation(document, { nonce, pcrs }) };
  } catch (error) {
    if (error instanceof ProofRefused) return { verdict: 'refused', format, why: error.message };
    throw error;
  }
}

/** The key that signs the checkpoints of the application, if hardware with these measurements names it. */
export async function checkpointKeyOf(
  api: ServerClient,
  applicationId: string,
  pcrs: Measurements | undefined,
): Promise<CheckpointKeyClaim | undefined> {
  if (!pcrs) return undefined;
  const nonce = freshNonce();
  const { attestations } = await api.attestation.get({ nonce: hexOf(nonce), application_id: applicationId });
  for (const one of attestations) {
    const checked = await check(one, nonce, pcrs);
    if (checked.verdict === 'proven' && checked.claims.checkpointKey) return checked.claims.checkpointKey;
  }
  return undefined;
}
