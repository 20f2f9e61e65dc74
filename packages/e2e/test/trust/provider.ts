import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import type { TestStack } from '@wallet-service/local-stack';

/** A provider on loopback that a test controls: discovery document, key set and keys. */
export type Provider = {
  readonly issuer: string;
  /** The kids that it publishes. Their keys are made when first named. */
  readonly publish: (...kids: readonly string[]) => Promise<void>;
  readonly token: (kid: string, subject: string) => Promise<string>;
  /** How often its key set was fetched. */
  readonly fetches: () => number;
  /** It answers nothing more, and again. */
  readonly setAway: (away: boolean) => void;
  readonly close: () => void;
};

export async function startProvider(): Promise<Provider> {
  const newPair = () => generateKeyPair('ES256', { extractable: true });
  const pairs = new Map<string, ReturnType<typeof newPair>>();
  const pairOf = (kid: string) => {
    const known = pairs.get(kid) ?? newPair();
    pairs.set(kid, known);
    return known;
  };
  let published: object[] = [];
  let fetches = 0;
  let away = false;
  const server = createServer((request, response) => {
    if (away) {
      response.destroy();
      return;
    }
    const isKeySet = request.url === '/jwks';
    if (isKeySet) fetches += 1;
    const body = isKeySet ? { keys: published } : { issuer, jwks_uri: `${issuer}/jwks` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    publish: async (...kids) => {
      published = await Promise.all(
        kids.map(async (kid) => ({ ...(await exportJWK((await pairOf(kid)).publicKey)), kid, alg: 'ES256' })),
      );
    },
    token: async (kid, subject) =>
      new SignJWT({ sub: subject })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setIssuer(issuer)
        .setAudience('shop')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign((await pairOf(kid)).privateKey),
    fetches: () => fetches,
    setAway: (value) => {
      away = value;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Clients of the application that use the provider, one for each gateway. */
export function clientsOf(stack: TestStack, providerId: string): readonly ExpressClient[] {
  const file = { ...stack.stack, demo_provider: { ...stack.stack.demo_provider, id: providerId } };
  return stack.gatewayUrls.map((url) => createExpressClient(file, url));
}

/** 'ok', or the code of the refusal. */
export async function signing(client: ExpressClient | undefined, token: string): Promise<string> {
  const answer = await client?.post('/v2/wallet/sign/message', token, 'ETH', { message_base64: 'aGk=' });
  return answer?.status === 200 ? 'ok' : ((answer?.body as { code?: string } | undefined)?.code ?? 'no code');
}
