import { adminRequest, administrate } from '@wallet-service/operator-cli/admin';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { createAuthenticator, type Authenticator } from '@wallet-service/passkeys/testing';
import type { SharedStack } from '../stacks.js';

/** An owner of an application who has signed in, with their passkey. */
export type Owner = {
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string;
  readonly authenticator: Authenticator;
};

type Stack = Pick<SharedStack, 'expressUrl' | 'consoleUrl' | 'stack'>;
type PublicKey = { readonly challenge: string; readonly rpId: string; readonly rp: { readonly id: string } };
type Entered = { readonly session: string; readonly person: { readonly id: string } };

export async function newOwner(
  { expressUrl, consoleUrl, stack }: Stack,
  applicationId: string,
): Promise<Owner> {
  const target = { url: expressUrl, operatorKey: stack.operator_key };
  const access = { application: applicationId, role: 'owner' };
  const { invitation } = (await administrate(target, adminRequest(['person', 'invite', 'Ada'], access))) as {
    readonly invitation: string;
  };
  const authenticator = createAuthenticator({ origin: consoleUrl });
  const post = <Body>(path: string, body: object) =>
    expectJson<Body>(expressUrl + path, { method: 'POST', body });
  const { public_key: options } = await post<{ public_key: PublicKey }>('/v1/invitation/challenge', {
    invitation,
  });
  const passkey = JSON.parse(authenticator.create(options)) as object;
  const { session, person } = await post<Entered>('/v1/invitation/accept', { invitation, passkey });
  const headers = { 'x-service-session': session, 'x-service-application-id': applicationId };
  return { headers, id: person.id, authenticator };
}

/** Approves what waits at `path`. */
export async function approveAt<Body>(
  expressUrl: string,
  path: string,
  { headers, authenticator }: Owner,
): Promise<Body> {
  const { public_key: options } = await expectJson<{ public_key: PublicKey }>(
    `${expressUrl}${path}/challenge`,
    { method: 'POST', headers },
  );
  const passkey = JSON.parse(authenticator.get(options)) as object;
  return expectJson<Body>(`${expressUrl}${path}/approve`, { method: 'POST', headers, body: { passkey } });
}
