import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { LoadRequest } from './load.js';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import type { StackFile } from '@wallet-service/local-stack';

const walletsAtOnce = 8;

export type BenchRequests = {
  /** Each user keeps their token. */
  readonly knownTokens: readonly LoadRequest[];
  /** Each request has a new token, as long as there are any. */
  readonly freshTokens: readonly LoadRequest[];
};

/** Users with ETH wallets, and their requests to sign a message. */
export async function prepareRequests(
  stack: StackFile,
  dataDir: string,
  freshCount: number,
  users = 64,
): Promise<BenchRequests> {
  const client = createExpressClient(stack);
  const subjects = Array.from({ length: users }, (_, index) => `bench-${index}`);
  const makeToken = await tokenMaker(stack, dataDir);
  const requestWith = (token: string): LoadRequest => ({
    headers: { ...client.headers(token, 'ETH'), 'content-type': 'application/json' },
    body: JSON.stringify({ message_base64: Buffer.from('hello, bench').toString('base64') }),
  });
  const knownTokens: LoadRequest[] = [];
  // Some at once: a wallet that waits too long for its turn is refused.
  while (knownTokens.length < users) {
    const batch = subjects.slice(knownTokens.length, knownTokens.length + walletsAtOnce);
    const made = batch.map(async (subject) => {
      const token = await makeToken(subject);
      await client.wallet(token, 'ETH');
      return requestWith(token);
    });
    knownTokens.push(...(await Promise.all(made)));
  }
  const freshTokens: LoadRequest[] = [];
  while (freshTokens.length < freshCount) {
    const batch = await Promise.all(subjects.map((subject) => makeToken(subject)));
    freshTokens.push(...batch.map(requestWith));
  }
  return { knownTokens, freshTokens };
}

// Signed here with the demo provider's key from the data directory, because thousands are needed at once.
async function tokenMaker(stack: StackFile, dataDir: string): Promise<(subject: string) => Promise<string>> {
  const state = JSON.parse(readFileSync(path.join(dataDir, 'demo-provider/state.json'), 'utf8')) as {
    issuer: string;
    keys: [JWK];
  };
  const [jwk] = state.keys;
  const key = await importJWK(jwk, 'RS256');
  return (subject) =>
    new SignJWT({ email: `${subject}@example.com`, email_verified: true, jti: randomUUID() })
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '' })
      .setIssuer(state.issuer)
      .setAudience(stack.demo_provider.audience)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime('2h')
      .sign(key);
}
