import { createHash, type KeyObject } from 'node:crypto';
import type { PreparedKeySet, TokenProvider } from '@wallet-service/jwt';
import {
  acceptRootDocument,
  ed25519PublicKey,
  Refused,
  subjectOfApplication,
  subjectOfKeySet,
  type RootDocument,
  type RootInForce,
  type TrustedApplication,
} from '@wallet-service/signer-protocol';
import { preparedOf, type Held, type HeldDocument, type HeldKeySet } from './held-trust.js';
import { RecentlyUsed } from './recently-used.js';

/** What tokens of one application are verified against. Only what is current is in it. */
export type TrustInApplication = {
  readonly providers: readonly TokenProvider[];
  readonly expressJwtMaxLifetimeSeconds: number;
  /** Changes whenever anything that the application trusts changes, and only then. */
  readonly revision: string;
  /** The refusal of a token whose key is not among the provider's. */
  readonly withoutKey: (issuer: string) => Refused;
};

/** Of everything that witnesses stated. A signer asks again for what it has forgotten. */
const maxHeldBytes = 64 * 1024 * 1024;

/**
 * What the signer trusts now: the root document in force, and what enough of its witnesses stated of applications and
 * key sets. Starts with the root document of the image and nothing else, so that a restart brings nothing old back.
 */
export class TrustStore {
  readonly #baked: RootInForce;
  readonly #held: RecentlyUsed<string, Held>;
  #inForce: RootInForce;
  #verdictKeys: readonly KeyObject[];
  #bundled: ReadonlyMap<string, TrustedApplication>;
  // Keys are imported when their application is first used, because a bundle may name thousands of applications.
  readonly #prepared = new Map<string, TrustInApplication>();

  constructor(baked: RootInForce, limit = maxHeldBytes) {
    this.#baked = baked;
    this.#inForce = baked;
    this.#verdictKeys = baked.document.verdictKeys.map(ed25519PublicKey);
    this.#bundled = new Map(baked.bundled.map((application) => [application.id, application]));
    this.#held = new RecentlyUsed('signer.trust', limit, ({ weight }) => weight);
  }

  get inForce(): RootInForce {
    return this.#inForce;
  }

  get root(): RootDocument {
    return this.#inForce.document;
  }

  get verdictKeys(): readonly KeyObject[] {
    return this.#verdictKeys;
  }

  /** How many applications it can decide about, and how much memory what is held takes. */
  get size(): { readonly applications: number; readonly bytes: number } {
    const documents = [...this.#held.values()].filter(({ kind }) => kind === 'document').length;
    return { applications: documents + this.#bundled.size, bytes: this.#held.weight };
  }

  /**
   * Puts a signed root document in force, or throws Refused('trust-refused'). Returns whether it is another one than
   * before. What is held stays if enough witnesses of the new document stated it. `now`: Unix seconds.
   */
  offerRoot(signed: Uint8Array, now: number): boolean {
    const before = this.#inForce;
    const next = acceptRootDocument(before, this.#baked, signed, now);
    if (next === before) return false;
    this.#inForce = next;
    this.#verdictKeys = next.document.verdictKeys.map(ed25519PublicKey);
    this.#bundled = new Map();
    this.#prepared.clear();
    const { keys, threshold } = next.document.witnesses;
    // A witness that kept its name and changed its key is another one.
    const remain = new Set(
      keys
        .filter(({ kid, publicKey }) =>
          before.document.witnesses.keys.some(
            (old) => old.kid === kid && Buffer.compare(old.publicKey, publicKey) === 0,
          ),
        )
        .map(({ kid }) => kid),
    );
    for (const [subject, held] of [...this.#held.entries()]) {
      const witnesses = held.agreed.witnesses.filter((kid) => remain.has(kid));
      if (witnesses.length < threshold) this.#held.delete(subject);
      else this.#held.set(subject, { ...held, agreed: { ...held.agreed, witnesses } });
    }
    return true;
  }

  /** Also if it is too old to count, because nothing older may take its place. */
  document(applicationId: string): HeldDocument | undefined {
    const held = this.#held.get(subjectOfApplication(applicationId));
    return held?.kind === 'document' ? held : undefined;
  }

  /** Also if it is too old to count. `subject`: of the key set. */
  keySet(subject: string): HeldKeySet | undefined {
    const held = this.#held.get(subject);
    return held?.kind === 'key-set' ? held : undefined;
  }

  hold(subject: string, held: Held): void {
    this.#held.set(subject, held);
  }

  bundledApplication(id: string): TrustedApplication | undefined {
    return this.#bundled.get(id);
  }

  /** Whether a time that a witness stated is recent enough. */
  isCurrent(time: number, now: number): boolean {
    return now - time < this.root.keySetMaxAgeSeconds;
  }

  /** Throws Refused('trust-expired') after the expiry of the root document: then nothing is trusted any more. */
  demandFresh(now: number): void {
    const { version, expiresAt } = this.root;
    if (now >= expiresAt)
      throw new Refused('trust-expired', { root_version: version, expired_at: expiresAt });
  }

  /**
   * Throws Refused('application-unknown') for an application of which no current document is held, and
   * Refused('provider-not-trusted') for one whose document names no provider. `now`: Unix seconds.
   */
  application(id: string, now: number): TrustInApplication {
    const bundled = this.#ofBundle(id);
    if (bundled) return bundled;
    const held = this.document(id);
    const versions = { root_version: this.root.version, document_version: held?.document.version ?? 0 };
    if (!held) throw new Refused('application-unknown', { ...versions, missing: 'document' });
    const { document, digest, agreed } = held;
    if (!this.isCurrent(agreed.statedAt, now))
      throw new Refused('application-unknown', {
        ...versions,
        missing: 'recent statements of the document',
        stated_at: agreed.statedAt,
      });
    if (document.providers.length === 0) throw new Refused('provider-not-trusted', versions);
    const subjects = new Map(
      document.issuers.map(({ issuer, keySource }) => [issuer, subjectOfKeySet(issuer, keySource)]),
    );
    const keySetOf = (issuer: string) => this.keySet(subjects.get(issuer) ?? '');
    const revision = createHash('sha256').update(digest);
    const providers = document.providers.map(({ issuer, audience, assertsEmail, tokenSettings }) => {
      const set = keySetOf(issuer);
      const current = set && this.isCurrent(set.agreed.observedAt, now) ? set : undefined;
      revision.update(current?.digest ?? noKeySet);
      return {
        issuer,
        audience,
        assertsEmail,
        tokenSettings,
        // Of 50 providers, only the token's own needs its keys.
        get keys() {
          return current?.prepared() ?? noKeys;
        },
      };
    });
    return {
      providers,
      expressJwtMaxLifetimeSeconds: document.expressJwtMaxLifetimeSeconds,
      revision: revision.digest('base64'),
      withoutKey: (issuer) => this.#withoutKey(keySetOf(issuer), versions, now),
    };
  }

  #withoutKey(set: HeldKeySet | undefined, versions: Readonly<Record<string, number>>, now: number): Refused {
    if (!set) return new Refused('key-not-trusted', { ...versions, missing: 'key set' });
    const { observedAt, statedAt } = set.agreed;
    const times = { key_set_observed_at: observedAt, key_set_stated_at: statedAt };
    if (this.isCurrent(observedAt, now))
      return new Refused('key-not-trusted', { ...versions, missing: 'key', ...times });
    return new Refused('key-set-expired', {
      ...versions,
      ...times,
      key_set_max_age_seconds: this.root.keySetMaxAgeSeconds,
    });
  }

  /** Of an image with a trust bundle: its applications, until the first root document. */
  #ofBundle(id: string): TrustInApplication | undefined {
    const known = this.#prepared.get(id);
    const application = known ? undefined : this.bundledApplication(id);
    if (!application) return known;
    const { version } = this.root;
    if (application.providers.length === 0)
      throw new Refused('provider-not-trusted', { root_version: version });
    const prepared = {
      providers: application.providers.map(({ issuer, audience, assertsEmail, jwks }) => ({
        issuer,
        audience,
        assertsEmail,
        keys: preparedOf(jwks.keys),
      })),
      expressJwtMaxLifetimeSeconds: application.expressJwtMaxLifetimeSeconds,
      revision: createHash('sha256').update(JSON.stringify(application)).digest('base64'),
      withoutKey: () => new Refused('key-not-trusted', { root_version: version, missing: 'key' }),
    };
    this.#prepared.set(id, prepared);
    return prepared;
  }
}

const noKeySet = new Uint8Array(32);
const noKeys: PreparedKeySet = new Map();
