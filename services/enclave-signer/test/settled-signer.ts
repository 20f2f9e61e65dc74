import { randomBytes } from 'node:crypto';
import type { SignerRequest } from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeWallet, must, signRequest, withVerdict, type TestWallet } from './trust-kit.js';
import { applicationTrustOf, bakedRoot, documentOf, trustRequest, type WitnessKit } from './witness-kit.js';

// Signers that trust what witnesses state of one application.

export const app = 'app-a';
export const digest = new Uint8Array(randomBytes(32));

const signers: SignerProcess[] = [];

/** `stopSigners` stops it. */
export async function startTrusting(trustBundle: Uint8Array, sealingKey?: Buffer): Promise<SignerProcess> {
  const signer = await startSigner({ trustBundle, ...(sealingKey && { sealingKey }) });
  signers.push(signer);
  return signer;
}

export async function stopSigners(): Promise<void> {
  for (const signer of signers.splice(0)) await signer.stop();
}

export type Update = NonNullable<SignerRequest<'UpdateTrust'>['application']>;

export const update = (signer: SignerProcess, kit: WitnessKit, application?: Update) =>
  signer.call('UpdateTrust', trustRequest(kit, app, application));

export const status = async (signer: SignerProcess) =>
  must(await signer.call('GetStatus', { applicationId: app }));

export const signing = (signer: SignerProcess, kit: WitnessKit, wallet: TestWallet, claims = {}) =>
  signer.call('Sign', withVerdict(signRequest(kit, wallet, [digest], claims), kit.policyKey));

/** A signer that trusts the application's first document, and a wallet there. */
export async function settled(
  kit: WitnessKit,
  document = documentOf(app),
  options: Parameters<typeof applicationTrustOf>[2] = {},
) {
  const signer = await startTrusting(bakedRoot(kit));
  must(await update(signer, kit, applicationTrustOf(kit, document, options)));
  return { signer, wallet: await makeWallet(signer, kit, { chain: 'ETH' }) };
}
