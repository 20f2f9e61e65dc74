import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { grantLifetimeMs, type Audience, type Grant } from '../grant.js';
import { signGrant } from '../sign-grant.js';

type Call = (method: never, request: never, options: never) => Promise<unknown>;
type Callable = { readonly call: Call };
type Named = { readonly applicationId?: string; readonly user?: { readonly applicationId?: string } };

export type TestGrants = {
  readonly key: KeyObject;
  /** The files for GRANT_KEY_FILE and GRANT_PUBLIC_KEYS_FILE. */
  readonly env: { readonly GRANT_KEY_FILE: string; readonly GRANT_PUBLIC_KEYS_FILE: string };
  /** The grants for a secret key of the application, or for the operator when no application is given. */
  readonly grant: (audience: Audience, applicationId?: string, changes?: Partial<Grant>) => Buffer;
  /** The client. Its calls carry the grants of the application that the request names, or else the operator's. */
  readonly carriedBy: <Given extends Callable>(audience: Audience, client: Given) => Given;
};

/** For tests that play identity: a key pair in `folder`, and grants that are signed with it. */
export function makeTestGrants(folder: string): TestGrants {
  const { privateKey } = generateKeyPairSync('ed25519');
  const env = {
    GRANT_KEY_FILE: path.join(folder, 'grant-key.pem'),
    GRANT_PUBLIC_KEYS_FILE: path.join(folder, 'grant-keys.pub.pem'),
  };
  writeFileSync(env.GRANT_KEY_FILE, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const publicPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
  writeFileSync(env.GRANT_PUBLIC_KEYS_FILE, publicPem);
  const grant: TestGrants['grant'] = (audience, applicationId, changes = {}) => {
    const issuedAt = Date.now();
    const expiresAt = issuedAt + grantLifetimeMs;
    return signGrant({ audience, applicationId, keyId: 'test', issuedAt, expiresAt, ...changes }, privateKey);
  };
  return {
    key: privateKey,
    env,
    grant,
    carriedBy: (audience, client) => ({
      ...client,
      call: (method: never, request: Named, options: object) => {
        const carried = { grant: grant(audience, request.applicationId ?? request.user?.applicationId) };
        return client.call(method, request as never, { ...carried, ...options } as never);
      },
    }),
  };
}
