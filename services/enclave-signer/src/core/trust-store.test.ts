import fc from 'fast-check';
import {
  readBakedTrust,
  Refused,
  subjectOfApplication,
  subjectOfKeySet,
  type PublicJwk,
} from '@wallet-service/signer-protocol';
import {
  applicationTrustOf,
  bakedRoot,
  documentOf,
  keySetOf,
  makeWitnessKit,
  signedRoot,
  trustRequest,
} from '../../test/witness-kit.js';
import { makeKey, publicJwkOf } from '../../../../packages/jwt/test/token-maker.js';
import { issuer, nowSeconds } from '../../test/trust-kit.js';
import { heldDocument, heldKeySet } from './held-trust.js';
import { TrustStore } from './trust-store.js';
import { updateTrust } from './update-trust.js';

const kit = makeWitnessKit();
const agreed = { observedAt: 1000, statedAt: 1000, witnesses: ['witness-1'] };
const jwk = publicJwkOf(kit.userKey) as unknown as PublicJwk;
const storeOf = (limit?: number) => new TrustStore(readBakedTrust(bakedRoot(kit)), limit);
const refusalOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  return 'none';
};

describe('memory', () => {
  const mebibyte = 1024 * 1024;
  const documentBytes = 700;
  const holdApplication = (store: TrustStore, index: number) => {
    const id = `app-${index}`;
    const document = documentOf(id);
    const digest = new Uint8Array(32).fill(index % 256);
    store.hold(subjectOfApplication(id), heldDocument({ document, digest }, agreed, documentBytes));
  };

  it('stays within its bound under 100,000 applications, and those used last remain', () => {
    const store = storeOf();
    store.hold(subjectOfKeySet(issuer, 'discovery'), heldKeySet([jwk], new Uint8Array(32), agreed, 300));
    let most = 0;
    for (let index = 0; index < 100_000; index += 1) {
      holdApplication(store, index);
      // The key set that all share is in use all the time.
      if (index % 1000 === 0) expect(store.application(`app-${index}`, 1000).providers[0]?.keys.size).toBe(1);
      if (index % 1000 === 0) most = Math.max(most, store.size.bytes);
    }
    expect(most).toBeLessThanOrEqual(64 * mebibyte);
    const { applications, bytes } = store.size;
    expect(bytes).toBeLessThanOrEqual(64 * mebibyte);
    expect(bytes).toBeGreaterThan(63 * mebibyte);
    expect(applications).toBeGreaterThan(10_000);
    expect(store.document(`app-${100_000 - applications}`)).toBeDefined();
    expect(store.document(`app-${99_999 - applications}`)).toBeUndefined();
    expect(store.application('app-99999', 1000).providers[0]?.keys.size).toBe(1);
  });

  it('counts at least what its entries take', () => {
    const store = storeOf(Number.MAX_SAFE_INTEGER);
    const heapOf = () => {
      globalThis.gc?.();
      return process.memoryUsage().heapUsed;
    };
    const before = heapOf();
    for (let index = 0; index < 5_000; index += 1) holdApplication(store, index);
    expect(store.size.applications).toBe(5_000);
    expect(heapOf() - before).toBeLessThan(store.size.bytes);
  });

  it('asks again for what it has forgotten', () => {
    const store = storeOf(12_000);
    const now = nowSeconds();
    const deps = { trust: store, now: () => now };
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      updateTrust(deps, trustRequest(kit, id, applicationTrustOf(kit, documentOf(id))));
    expect(refusalOf(() => store.application('a', now))).toBe('application-unknown');
    updateTrust(deps, trustRequest(kit, 'a', applicationTrustOf(kit, documentOf('a'))));
    expect(store.application('a', now).providers[0]?.keys.size).toBe(1);
  });
});

describe('what is held', () => {
  const day = 86_400;

  it('counts for key_set_max_age_seconds, and still gives way to nothing older', () => {
    const store = storeOf();
    let now = nowSeconds();
    const deps = { trust: store, now: () => now };
    const old = applicationTrustOf(kit, documentOf('app'));
    updateTrust(deps, trustRequest(kit, 'app', applicationTrustOf(kit, documentOf('app', { version: 2 }))));
    now += day - 1;
    expect(refusalOf(() => store.application('app', now))).toBe('none');
    now += 2;
    expect(refusalOf(() => store.application('app', now))).toBe('application-unknown');
    const late = applicationTrustOf(kit, documentOf('app'), { stated: { age: -day - 1 } });
    expect(refusalOf(() => updateTrust(deps, trustRequest(kit, 'app', late)))).toBe('trust-refused');
    expect(refusalOf(() => updateTrust(deps, trustRequest(kit, 'app', old)))).toBe('trust-refused');
  });

  it('is confirmed by statements of the same content, and its times never fall', () => {
    const store = storeOf();
    const now = nowSeconds();
    const deps = { trust: store, now: () => now };
    const subject = subjectOfKeySet(issuer, 'discovery');
    const times = () => [store.document('app')?.agreed.statedAt, store.keySet(subject)?.agreed.observedAt];
    const ages = fc.record({
      document: fc.integer({ min: 0, max: 100 }),
      keys: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(fc.array(ages, { minLength: 1, maxLength: 5 }), (list) => {
        for (const each of list) {
          const [stated = 0, observed = 0] = times();
          const application = applicationTrustOf(kit, documentOf('app'), {
            stated: { age: each.document },
            keySets: [keySetOf(kit, {}, { age: each.keys })],
          });
          updateTrust(deps, trustRequest(kit, 'app', application));
          const [statedNow = 0, observedNow = 0] = times();
          expect([statedNow >= stated, observedNow >= observed]).toEqual([true, true]);
        }
      }),
      { numRuns: 40, seed: 20_261_122 },
    );
  });

  it('gives another revision whenever a document or a key set changes, and only then', () => {
    const store = storeOf();
    let now = nowSeconds();
    const deps = { trust: store, now: () => now };
    const revisionAfter = (document = documentOf('app'), keys = kit.userKey, age = 0) => {
      const keySets = [keySetOf(kit, { keys: [keys] }, { age })];
      updateTrust(
        deps,
        trustRequest(kit, 'app', applicationTrustOf(kit, document, { keySets, stated: { age } })),
      );
      return store.application('app', now).revision;
    };
    const first = revisionAfter();
    now += 1;
    expect(revisionAfter(documentOf('app'), kit.userKey, -1)).toBe(first);
    const other = revisionAfter(documentOf('app', { version: 2 }), kit.userKey, -2);
    expect(other).not.toBe(first);
    expect(revisionAfter(documentOf('app', { version: 2 }), makeKey('k1', 'ES256'), -3)).not.toBe(other);
    const before = store.application('app', now).revision;
    expect(store.application('app', now + day - 10).revision).toBe(before);
  });

  it('goes when a new root document drops its witnesses, and stays in its order otherwise', () => {
    const two = makeWitnessKit({ k: 1, n: 2 });
    const store = new TrustStore(readBakedTrust(bakedRoot(two)));
    const now = nowSeconds();
    const deps = { trust: store, now: () => now };
    const [gone, stays] = two.witnesses.map((key) => [key]);
    const statedBy = (id: string, by: typeof gone) => {
      const keySets = [keySetOf(two, {}, { by: stays ?? [] })];
      updateTrust(
        deps,
        trustRequest(two, id, applicationTrustOf(two, documentOf(id), { stated: { by: by ?? [] }, keySets })),
      );
    };
    statedBy('a', gone);
    statedBy('b', stays);
    const witnesses = { keys: (stays ?? []).map((key) => key.public), threshold: 1 };
    expect(store.offerRoot(signedRoot(two, { version: 2, witnesses }), now)).toBe(true);
    expect([store.document('a'), store.document('b')?.document.version]).toEqual([undefined, 1]);
    expect(store.application('b', now).providers[0]?.keys.size).toBe(1);
  });
});
