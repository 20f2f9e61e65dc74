import { base64urlOf } from './base64url.js';
import { readJson, unique, type JsonReader } from './json-reader.js';
import type { PublicJwk } from './key-set.js';

/** An identity provider whose tokens the signer accepts for one application. */
export type TrustedProvider = {
  readonly issuer: string;
  readonly audience: string;
  /** Its users may need multi-factor authentication (STEP_UP). */
  readonly embeddedWallet: boolean;
  /** Its `email` claims, when verified, may claim pre-generated wallets. */
  readonly assertsEmail: boolean;
  readonly jwks: { readonly keys: readonly PublicJwk[] };
};

export type TrustedApplication = {
  readonly id: string;
  /** Maximum of `exp - iat` of a token on the Express interface, 60 to 604800. */
  readonly expressJwtMaxLifetimeSeconds: number;
  readonly providers: readonly TrustedProvider[];
};

/** A key that may sign later bundles. `publicKey`: raw Ed25519, 32 bytes. */
export type TrustRoot = { readonly kid: string; readonly publicKey: Uint8Array };

/** Everything that the signer trusts. */
export type TrustBundle = {
  /** Only ever rises. */
  readonly version: number;
  /** Unix seconds. */
  readonly issuedAt: number;
  /** Unix seconds. After it the signer refuses every token and every verdict. */
  readonly expiresAt: number;
  readonly roots: readonly TrustRoot[];
  /** Raw Ed25519 public keys of the policy service, 32 bytes each. Several while they are being rotated. */
  readonly verdictKeys: readonly Uint8Array[];
  readonly applications: readonly TrustedApplication[];
};

export type ParsedTrustBundle =
  | { readonly ok: true; readonly bundle: TrustBundle }
  | { readonly ok: false; readonly problems: string[] };

/**
 * The prefix of the `kid` of a root key on a developer's machine. A signer in production does not start with
 * one, because anyone who can read that machine could make it trust anybody.
 */
export const developmentRootPrefix = 'development-';

/** The maximum size of a payload. Reading a MiB takes a signer about 40 ms, in which it does nothing else. */
export const maxTrustBundleBytes = 4 * 1024 * 1024;
/** The same, in base64url with its signatures. */
export const maxSignedTrustBundleBytes = 6 * 1024 * 1024;
const defaultLifetimeRange = { min: 60, max: 7 * 86_400 };

/** The payload of a bundle: JSON with the members of this type in snake_case, keys in base64url. */
export function encodeTrustBundle(bundle: TrustBundle): Uint8Array {
  const json = {
    version: bundle.version,
    issued_at: bundle.issuedAt,
    expires_at: bundle.expiresAt,
    roots: bundle.roots.map(({ kid, publicKey }) => ({ kid, public_key: base64urlOf(publicKey) })),
    verdict_keys: bundle.verdictKeys.map(base64urlOf),
    applications: bundle.applications.map((application) => ({
      id: application.id,
      express_jwt_max_lifetime_seconds: application.expressJwtMaxLifetimeSeconds,
      providers: application.providers.map((provider) => ({
        issuer: provider.issuer,
        audience: provider.audience,
        embedded_wallet: provider.embeddedWallet,
        asserts_email: provider.assertsEmail,
        jwks: provider.jwks,
      })),
    })),
  };
  return new TextEncoder().encode(JSON.stringify(json));
}

/** Reads a payload. Unknown members, duplicate keys and wrong values are all problems, and all of them are named. */
export function parseTrustBundle(payload: Uint8Array): ParsedTrustBundle {
  const read = readJson(payload, maxTrustBundleBytes, readBundle);
  return read.ok ? { ok: true, bundle: read.document } : read;
}

function readBundle(reader: JsonReader): TrustBundle {
  reader.onlyMembers('version', 'issued_at', 'expires_at', 'roots', 'verdict_keys', 'applications');
  const bundle = {
    version: reader.member('version').integer(1, Number.MAX_SAFE_INTEGER),
    issuedAt: reader.member('issued_at').integer(0, Number.MAX_SAFE_INTEGER),
    expiresAt: reader.member('expires_at').integer(0, Number.MAX_SAFE_INTEGER),
    roots: reader.member('roots').list(1, 16).map(readRoot),
    verdictKeys: reader
      .member('verdict_keys')
      .list(1, 16)
      .map((key) => key.base64url(32)),
    applications: reader.member('applications').list(0, 100_000).map(readApplication),
  };
  if (bundle.expiresAt <= bundle.issuedAt)
    reader.member('expires_at').problem('must be later than issued_at');
  unique(
    bundle.roots.map(({ kid }) => kid),
    reader.member('roots'),
    'kid',
  );
  unique(
    bundle.applications.map(({ id }) => id),
    reader.member('applications'),
    'id',
  );
  return bundle;
}

function readRoot(reader: JsonReader): TrustRoot {
  reader.onlyMembers('kid', 'public_key');
  return { kid: reader.member('kid').text(255), publicKey: reader.member('public_key').base64url(32) };
}

function readApplication(reader: JsonReader): TrustedApplication {
  reader.onlyMembers('id', 'express_jwt_max_lifetime_seconds', 'providers');
  const { min, max } = defaultLifetimeRange;
  const providers = reader.member('providers').list(0, 100).map(readProvider);
  const pairs = providers.map(({ issuer, audience }) => JSON.stringify([issuer, audience]));
  unique(pairs, reader.member('providers'), 'issuer and audience');
  return {
    id: reader.member('id').text(255),
    expressJwtMaxLifetimeSeconds: reader.member('express_jwt_max_lifetime_seconds').integer(min, max),
    providers,
  };
}

function readProvider(reader: JsonReader): TrustedProvider {
  reader.onlyMembers('issuer', 'audience', 'embedded_wallet', 'asserts_email', 'jwks');
  return {
    issuer: reader.member('issuer').text(2048),
    audience: reader.member('audience').text(2048),
    embeddedWallet: reader.member('embedded_wallet').boolean(),
    assertsEmail: reader.member('asserts_email').boolean(),
    jwks: reader.member('jwks').keySet(),
  };
}
