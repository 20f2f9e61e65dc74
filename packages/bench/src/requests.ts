import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { Kind } from './kinds.js';
import type { LoadRequest } from './load.js';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import type { StackFile } from '@wallet-service/local-stack';

// Some at once: a wallet that waits too long for its turn is refused.
const atOnce = 8;

export type Users = {
  /** One of each user. */
  readonly tokens: readonly string[];
  /** More tokens of the same users, in turn. Each is another one. */
  readonly newTokens: (count: number) => Promise<readonly string[]>;
};

/** Users of an application. `dataDir` of the stack. */
export async function makeUsers(stack: StackFile, dataDir: string, count: number): Promise<Users> {
  const subjects = Array.from({ length: count }, (_, index) => `bench-${index}`);
  const makeToken = await tokenMaker(stack, dataDir);
  const newTokens = (wanted: number) =>
    inBatches(
      Array.from({ length: wanted }, (_, index) => subjects[index % count] ?? ''),
      makeToken,
    );
  return { tokens: await newTokens(count), newTokens };
}

/** Requests of one kind, one with each token. Makes the wallets. */
export async function requestsOf(
  stack: StackFile,
  tokens: readonly string[],
  kind: Kind,
): Promise<readonly LoadRequest[]> {
  const client = createExpressClient(stack);
  return inBatches(tokens, async (token) => {
    const address = await client.wallet(token, kind.chain);
    return requestOf(stack, token, kind, address);
  });
}

/** A request with a wallet that exists. */
export function requestOf(stack: StackFile, token: string, kind: Kind, address: string): LoadRequest {
  return {
    path: kind.path,
    headers: {
      ...createExpressClient(stack).headers(token, kind.chain),
      'content-type': 'application/json',
    },
    body: JSON.stringify(kind.body(address)),
  };
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const made: Result[] = [];
  while (made.length < items.length)
    made.push(...(await Promise.all(items.slice(made.length, made.length + atOnce).map(make))));
  return made;
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
