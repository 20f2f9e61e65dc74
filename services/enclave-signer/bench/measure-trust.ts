import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { VerifiedTokens } from '@wallet-service/jwt';
import { readBakedTrust, type ApplicationTrust } from '@wallet-service/signer-protocol';
import { makeKey, signToken } from '../../../packages/jwt/test/token-maker.js';
import { RecentlyUsed } from '../src/core/recently-used.js';
import { TrustStore } from '../src/core/trust-store.js';
import { updateTrust } from '../src/core/update-trust.js';
import { verifyToken } from '../src/core/verify-token.js';
import { audience, issuer, nowSeconds } from '../test/trust-kit.js';
import {
  applicationTrustOf,
  bakedRoot,
  documentOf,
  keySetOf,
  makeWitnessKit,
  trustRequest,
  type WitnessKit,
} from '../test/witness-kit.js';

export type TrustMeasurement = {
  readonly applications: number;
  /** CPU of a change of one application's document, in milliseconds, and in ECDSA verifications (P-256). */
  readonly changeMs: number;
  readonly changeInVerifications: number;
  /** CPU that the first request of an application costs more than the second, in ECDSA verifications. */
  readonly firstRequestInVerifications: number;
  /** Bytes that the signer holds by its own count, and that the process uses. */
  readonly heldBytes: number;
  readonly residentBytes: number;
};

const sample = 200;
const batch = 500;

/**
 * Gives one trust store `steps` applications with 2 providers each, one after another, and measures at each step. Two
 * of three witnesses must agree. Making the signatures is not measured.
 */
export async function* measureTrust(steps: readonly number[]): AsyncGenerator<TrustMeasurement> {
  const kit = makeWitnessKit({ k: 2, n: 3 });
  const trust = new TrustStore(readBakedTrust(bakedRoot(kit)));
  const tokens = new VerifiedTokens(new RecentlyUsed('bench.tokens', 1000));
  const deps = { trust, now: nowSeconds };
  const oneVerification = verificationMs();
  let held = 0;
  for (const step of steps) {
    for (; held < step; held += batch)
      for (const index of range(held, Math.min(held + batch, step)))
        updateTrust(deps, trustRequest(kit, idOf(index), updateOf(kit, index)));
    const changes = range(0, sample).map((offset) => step - 1 - offset);
    const requests = changes.map((index) => trustRequest(kit, idOf(index), updateOf(kit, index, 2)));
    const changeMs = cpuMs(() => {
      for (const request of requests) updateTrust(deps, request);
    });
    const unseen = range(step, step + sample);
    const first = unseen.map((index) => ({
      request: trustRequest(kit, idOf(index), updateOf(kit, index)),
      token: tokenOf(index),
      other: tokenOf(index),
    }));
    const use = (token: string, index: number) =>
      verifyToken(token, idOf(index), 'express', { trust, tokens }, nowSeconds());
    const firstMs = await cpuMsOf(async () => {
      for (const [offset, { request, token }] of first.entries()) {
        updateTrust(deps, request);
        await use(token, step + offset);
      }
    });
    const secondMs = await cpuMsOf(async () => {
      for (const [offset, { other }] of first.entries()) await use(other, step + offset);
    });
    globalThis.gc?.();
    yield {
      applications: step,
      changeMs: changeMs / sample,
      changeInVerifications: changeMs / sample / oneVerification,
      firstRequestInVerifications: (firstMs - secondMs) / sample / oneVerification,
      heldBytes: trust.size.bytes,
      residentBytes: process.memoryUsage.rss(),
    };
    held = step;
  }
}

const keys = Array.from({ length: 16 }, (_, index) => makeKey(`k${index}`, 'ES256'));
const keyOf = (index: number) => keys[index % keys.length] ?? makeKey('none', 'ES256');
const idOf = (index: number) => `application-${index}`;
const issuerOf = (index: number, provider: number) => `${issuer}/${index}/${provider}`;

function updateOf(kit: WitnessKit, index: number, version = 1): ApplicationTrust {
  const providers = [0, 1].map((provider) => ({
    id: `p${provider}`,
    issuer: issuerOf(index, provider),
    audience,
    assertsEmail: false,
  }));
  const issuers = providers.map((provider) => ({ issuer: provider.issuer, keySource: 'discovery' as const }));
  const two = { by: kit.witnesses.slice(0, 2) };
  const keySets = providers.map((provider) =>
    keySetOf(kit, { issuer: provider.issuer, keys: [keyOf(index)] }, two),
  );
  const document = documentOf(idOf(index), { version, providers, issuers });
  return applicationTrustOf(kit, document, { keySets, stated: two });
}

let tokensMade = 0;
function tokenOf(index: number): string {
  tokensMade += 1;
  const iat = nowSeconds();
  const claims = { iss: issuerOf(index, 0), aud: audience, sub: `user-${tokensMade}`, iat, exp: iat + 300 };
  return signToken(claims, keyOf(index));
}

function verificationMs(): number {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const message = Buffer.alloc(100);
  const signature = sign('sha256', message, privateKey);
  const times = 1000;
  return (
    cpuMs(() => {
      for (let i = 0; i < times; i += 1) verify('sha256', message, publicKey, signature);
    }) / times
  );
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
}
