import { startKeySetHost } from '@wallet-service/test-kit/key-set-host';
import { until } from '@wallet-service/test-kit/until';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Customer } from '../http/customer.js';

const issuer = 'https://expires.example';

export type ExpiringProvider = Awaited<ReturnType<typeof expiringProvider>>;

/** Another identity provider of the application, whose tokens may have expired. They are valid for 300 s. */
export async function expiringProvider(customer: Customer) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const host = await startKeySetHost();
  host.answerWith((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [key] }));
  });
  const { id } = await customer.succeed<{ id: string }>('POST', '/v1/identity/provider', {
    ...{ issuer, audience: 'tests', jwks_uri: host.uri },
  });
  const status = `/v1/identity/provider/${id}/status`;
  await until('the trust of the signers', async () => {
    return (await customer.succeed<{ trusted: boolean }>('GET', status)).trusted;
  });
  const tokenOf = (subject: string, secondsLeft: number): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: issuer, aud: 'tests', sub: subject })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuedAt(now + secondsLeft - 300)
      .setExpirationTime(now + secondsLeft)
      .sign(privateKey);
  };
  return { providerId: id, tokenOf, close: host.close };
}
