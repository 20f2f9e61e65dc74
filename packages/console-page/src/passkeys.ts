import type { ServerClient } from '@wallet-service/sdk/server';
import { auth, person } from './api.ts';
import { challengeOfChange, type ChangeRequest } from './change-text.ts';
import { challengeOf, type SignatureRequest } from './signature-request.ts';

// The ceremonies of a browser (W3C Web Authentication Level 3). The options and the answers are JSON.

type Options = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];
type NewOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];

export const hasPasskeys = 'PublicKeyCredential' in globalThis;

async function answer(options: unknown): Promise<Readonly<Record<string, unknown>>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as Options);
  const credential = await navigator.credentials.get({ publicKey });
  return jsonOf(credential);
}

async function create(options: unknown): Promise<Readonly<Record<string, unknown>>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as NewOptions);
  return jsonOf(await navigator.credentials.create({ publicKey }));
}

function jsonOf(credential: Credential | null): Readonly<Record<string, unknown>> {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('the browser gave no passkey');
  return credential.toJSON() as unknown as Readonly<Record<string, unknown>>;
}

export async function signIn(): Promise<void> {
  const { public_key: options } = await auth('passkey/challenge');
  await auth('passkey', { passkey: await answer(options) });
}

export async function stepUp(): Promise<void> {
  const { public_key: options } = await auth('step_up/challenge');
  await auth('step_up', { passkey: await answer(options) });
}

/** For whom an invitation is, and what makes their passkey. */
export async function openInvitation(invitation: string) {
  const { name, public_key: options } = await auth('invitation/challenge', { invitation });
  return {
    name: String(name),
    accept: async (label: string): Promise<void> => {
      await auth('invitation/accept', { invitation, passkey: await create(options), label });
    },
  };
}

/** Approves a change of an application, if the passkey is asked to sign what the page shows. */
export async function approve(
  api: ServerClient,
  app: string,
  request: ChangeRequest,
  personId: string,
): Promise<void> {
  const { public_key: options } = await api.changeRequests.challenge(request.id);
  demandChallenge(options, await challengeOfChange(app, request, personId));
  await api.changeRequests.approve(request.id, { passkey: await answer(options) });
}

/** Approves a signature, if the passkey is asked to sign what the page shows. */
export async function approveSignature(
  api: ServerClient,
  request: SignatureRequest,
  personId: string,
): Promise<void> {
  const { public_key: options } = await api.signatureRequests.challenge(request.id);
  demandChallenge(options, await challengeOf(request, personId));
  await api.signatureRequests.approve(request.id, { passkey: await answer(options) });
}

function demandChallenge(options: unknown, challenge: string): void {
  if ((options as { readonly challenge?: unknown }).challenge === challenge) return;
  throw new Error(
    'Your passkey was asked to sign something else than this page shows. Nothing was approved.',
  );
}

export async function addPasskey(label: string): Promise<void> {
  const { public_key: options } = await person.passkeys.challenge();
  await person.passkeys.add({ passkey: await create(options), label });
}
