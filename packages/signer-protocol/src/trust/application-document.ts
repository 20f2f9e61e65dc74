import { createHash } from 'node:crypto';
import { base64urlOf } from '../base64url.js';
import { readJson, unique, type JsonReader } from '../json-reader.js';
import { bytesOfText } from '../canonical.js';
import { unlessDefault, type TokenSettings } from '../token-settings.js';
import { p256PublicKey } from './passkey.js';
import type { Signers } from './root-document.js';
import { readSigners, type DocumentKey } from './signed-document.js';
import { readTokenSettings, tokenSettingsMembers, writeTokenSettings } from './token-settings-in-document.js';

/**
 * Where an issuer's keys are found: `discovery` at `<issuer>/.well-known/openid-configuration` (OpenID Connect
 * Discovery 1.0), or a fixed `jwks_uri`.
 */
export type KeySource = 'discovery' | { readonly jwksUri: string };

/** A provider whose tokens signers accept for one application. */
export type ProviderInDocument = {
  readonly id: string;
  readonly issuer: string;
  readonly audience: string;
  /** Its `email` claims, when verified, may claim pre-generated wallets. */
  readonly assertsEmail: boolean;
  /** Absent: the default ones. */
  readonly tokenSettings?: TokenSettings;
};

export type KnownIssuer = {
  readonly issuer: string;
  readonly keySource: KeySource;
  /** Only the roots change the source. So it is for issuers from before a registrar appointed administrators. */
  readonly pinned?: true;
};

/** What one application trusts. */
export type ApplicationDocument = {
  readonly applicationId: string;
  /** Only ever rises. */
  readonly version: number;
  /** Maximum of `exp - iat` of a token on the Express interface, 60 to 604800. */
  readonly expressJwtMaxLifetimeSeconds: number;
  readonly providers: readonly ProviderInDocument[];
  /**
   * Every issuer that the application ever had, and where its keys are found. Wallets are bound to issuers, so one
   * that was removed comes back with the same source only.
   */
  readonly issuers: readonly KnownIssuer[];
  /** From their registration on, only they change the document. */
  readonly administrators?: Signers;
};

export const maxApplicationDocumentBytes = 256 * 1024;
export const maxIssuersOfApplication = 200;
const maxProviders = 50;

export function encodeApplicationDocument(document: ApplicationDocument): Uint8Array {
  const { administrators } = document;
  const json = {
    application_id: document.applicationId,
    version: document.version,
    express_jwt_max_lifetime_seconds: document.expressJwtMaxLifetimeSeconds,
    providers: document.providers.map(({ id, issuer, audience, assertsEmail, tokenSettings }) => ({
      id,
      issuer,
      audience,
      asserts_email: assertsEmail,
      ...(tokenSettings && writeTokenSettings(tokenSettings)),
    })),
    issuers: document.issuers.map(({ issuer, keySource, pinned }) => ({
      issuer,
      ...(keySource === 'discovery' ? { discovery: true } : { jwks_uri: keySource.jwksUri }),
      ...(pinned && { pinned }),
    })),
    ...(administrators && {
      administrators: administrators.keys.map((key) => ({
        kid: key.kid,
        public_key: base64urlOf(key.publicKey),
        ...(key.kind === 'passkey' && { rp_id: key.rpId }),
      })),
      administrator_threshold: administrators.threshold,
    }),
  };
  return bytesOfText(JSON.stringify(json));
}

/** Reads a payload. All problems are named by their paths. */
export function parseApplicationDocument(payload: Uint8Array) {
  return readJson(payload, maxApplicationDocumentBytes, readDocument);
}

function readDocument(reader: JsonReader): ApplicationDocument {
  reader.onlyMembers(
    'application_id',
    'version',
    'express_jwt_max_lifetime_seconds',
    'providers',
    'issuers',
    'administrators',
    'administrator_threshold',
  );
  const hasAdministrators = reader.has('administrators') || reader.has('administrator_threshold');
  const document = {
    applicationId: reader.member('application_id').text(255),
    version: reader.member('version').integer(1, Number.MAX_SAFE_INTEGER),
    expressJwtMaxLifetimeSeconds: reader.member('express_jwt_max_lifetime_seconds').integer(60, 7 * 86_400),
    providers: reader.member('providers').list(0, maxProviders).map(readProvider),
    issuers: reader.member('issuers').list(0, maxIssuersOfApplication).map(readIssuer),
    ...(hasAdministrators && {
      administrators: readSigners(reader, 'administrator_threshold', 'administrators', readAdministratorKey),
    }),
  };
  const { providers, issuers } = document;
  const at = reader.member('providers');
  unique(
    providers.map(({ id }) => id),
    at,
    'id',
  );
  unique(
    providers.map(({ issuer, audience }) => JSON.stringify([issuer, audience])),
    at,
    'issuer and audience',
  );
  unique(
    issuers.map(({ issuer }) => issuer),
    reader.member('issuers'),
    'issuer',
  );
  const known = new Set(issuers.map(({ issuer }) => issuer));
  if (providers.some(({ issuer }) => !known.has(issuer))) at.problem('an issuer is not in /issuers');
  return document;
}

function readProvider(reader: JsonReader): ProviderInDocument {
  reader.onlyMembers('id', 'issuer', 'audience', 'asserts_email', ...tokenSettingsMembers);
  return {
    id: reader.member('id').text(255),
    issuer: reader.member('issuer').text(2048),
    audience: reader.member('audience').text(2048),
    assertsEmail: reader.member('asserts_email').boolean(),
    ...unlessDefault(readTokenSettings(reader)),
  };
}

function readIssuer(reader: JsonReader): KnownIssuer {
  reader.onlyMembers('issuer', 'discovery', 'jwks_uri', 'pinned');
  const issuer = reader.member('issuer').text(2048);
  const isPinned = trueOrAbsent(reader, 'pinned');
  const pinned = isPinned ? ({ pinned: true } as const) : {};
  if (!trueOrAbsent(reader, 'discovery'))
    return { issuer, keySource: { jwksUri: reader.member('jwks_uri').text(2048) }, ...pinned };
  if (reader.has('jwks_uri')) reader.problem('has discovery and jwks_uri');
  return { issuer, keySource: 'discovery', ...pinned };
}

function trueOrAbsent(reader: JsonReader, name: string): boolean {
  if (!reader.has(name)) return false;
  if (!reader.member(name).boolean()) reader.member(name).problem('must be true or absent');
  return true;
}

function readAdministratorKey(reader: JsonReader): DocumentKey {
  reader.onlyMembers('kid', 'public_key', 'rp_id');
  const kid = reader.member('kid').text(255);
  const at = reader.member('public_key');
  if (!reader.has('rp_id')) return { kid, kind: 'ed25519', publicKey: at.base64url(32) };
  const publicKey = at.base64url(65);
  if (p256PublicKey(publicKey) === undefined) at.problem('must be an uncompressed point on P-256');
  return { kid, kind: 'passkey', publicKey, rpId: reader.member('rp_id').text(253) };
}

export function isSameSource(left: KeySource, right: KeySource): boolean {
  return left === 'discovery' || right === 'discovery' ? left === right : left.jwksUri === right.jwksUri;
}

/** The name of a source in statements of witnesses. */
export function subjectOfKeySet(issuer: string, keySource: KeySource): string {
  return keySource === 'discovery' ? `keys:discovery:${issuer}` : `keys:jwks_uri:${keySource.jwksUri}`;
}

/** The name of an application's document in statements of witnesses. */
export function subjectOfApplication(applicationId: string): string {
  return `application:${applicationId}`;
}

/** The digest that statements name: SHA-256 of a document's payload, or of a key set's text. */
export function digestOf(content: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(content).digest());
}
