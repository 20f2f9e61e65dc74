import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { createAuthenticator } from '@wallet-service/passkeys/testing';
import type { StackFile } from './stack-file.js';

type Invited = { readonly person_id: string; readonly invitation: string };
type PublicKey = { readonly challenge: string; readonly rp: { readonly id: string } };
type Access = { readonly passkeys: readonly { readonly id: string; readonly label: string | null }[] };

const name = 'Local operator';
const label = 'pnpm start';

/**
 * A link that signs in to the console, as operator and owner of the demo application. The passkey is made and forgotten
 * here, so the link is the only way in. Only the console of a development stack takes such links.
 */
export async function signInLink(stack: StackFile, consoleUrl: string, dataDir: string): Promise<string> {
  const url = stack.express_url;
  const asOperator = { 'x-service-operator-key': stack.operator_key };
  const post = <Body>(at: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<Body> =>
    expectJson<Body>(url + at, { method: 'POST', headers, body });

  const file = path.join(dataDir, 'console-person.json');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Invited).person_id : undefined;
  const people = '/v1/admin/person';
  const { invitation, person_id: id } =
    known === undefined
      ? await post<Invited>(people, asOperator, { name, is_operator: true })
      : await post<Invited>(`${people}/${known}/invitation`, asOperator, {});
  writePrivateFile(file, `${JSON.stringify({ person_id: id })}\n`);

  const authenticator = createAuthenticator({ origin: consoleUrl });
  const { public_key: options } = await post<{ public_key: PublicKey }>(
    '/v1/invitation/challenge',
    {},
    { invitation },
  );
  const passkey = JSON.parse(authenticator.create(options)) as object;
  const { session } = await post<{ session: string }>(
    '/v1/invitation/accept',
    {},
    { invitation, passkey, label },
  );
  const inSession = { 'x-service-session': session };
  if (known === undefined) await makeOwner(stack, id, inSession);
  else await removeOlder(url, authenticator.credentialId, inSession);
  return `${consoleUrl}/sign-in#${session}`;
}

/** Of the demo application. A secret key adds no people, so it is done as operator. */
async function makeOwner(
  { express_url: url, app }: StackFile,
  personId: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const body = { person_id: personId, application_id: app.id, role: 'owner' };
  await expectJson(`${url}/v1/admin/person`, { method: 'POST', headers, body });
}

/** Those of earlier starts, which nobody has any more. */
async function removeOlder(
  url: string,
  own: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { passkeys } = await expectJson<Access>(`${url}/v1/session`, { headers });
  for (const { id } of passkeys.filter((one) => one.label === label && one.id !== own))
    await expectJson(`${url}/v1/passkey/${id}`, { method: 'DELETE', headers });
}
