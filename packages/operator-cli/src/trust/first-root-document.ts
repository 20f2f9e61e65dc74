import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  encodeRootDocument,
  encodeSignedDocument,
  kidOfPublicKey,
  signDocument,
  type DocumentKey,
  type RootDocument,
} from '@wallet-service/signer-protocol';
import type { KeyFile } from '../secrets/service-secrets.js';

export type FirstRoot = {
  readonly roots: readonly KeyFile[];
  readonly verdictPublicKeys: readonly Uint8Array[];
  readonly registrarPublicKeys: readonly Uint8Array[];
  readonly witnessPublicKeys: readonly Uint8Array[];
  readonly witnessThreshold: number;
  readonly lifetimeDays: number;
  /** Of the root keys' names. */
  readonly kidPrefix: string;
};

const daySeconds = 86_400;
/** How long a key set counts that no witness can confirm any more. */
export const defaultKeySetMaxAgeSeconds = daySeconds;
/** How long witnesses hold back what the roots sign for an application that has administrators. */
export const defaultAdministratorDelaySeconds = 3 * daySeconds;

/**
 * A root document that every root key of `first` signed, and all of them must sign the next one. `now`: Unix seconds.
 */
export function makeRootDocument(version: number, first: FirstRoot, now: number): Uint8Array {
  const roots = first.roots.map(({ publicKey }) => ed25519Key(publicKey, first.kidPrefix));
  const document: RootDocument = {
    version,
    issuedAt: now,
    expiresAt: now + first.lifetimeDays * daySeconds,
    roots: { keys: roots, threshold: roots.length },
    verdictKeys: first.verdictPublicKeys,
    registrars: first.registrarPublicKeys.map((publicKey) => ed25519Key(publicKey)),
    witnesses: {
      keys: first.witnessPublicKeys.map((publicKey) => ed25519Key(publicKey)),
      threshold: first.witnessThreshold,
    },
    keySetMaxAgeSeconds: defaultKeySetMaxAgeSeconds,
    administratorDelaySeconds: defaultAdministratorDelaySeconds,
  };
  const payload = encodeRootDocument(document);
  const signatures = first.roots.map(({ file, publicKey }) =>
    signDocument('root', payload, {
      kid: ed25519Key(publicKey, first.kidPrefix).kid,
      privateKey: keyIn(file),
    }),
  );
  return encodeSignedDocument({ payload, signatures });
}

export function ed25519Key(publicKey: Uint8Array, kidPrefix = ''): DocumentKey {
  return { kid: kidPrefix + kidOfPublicKey(publicKey), kind: 'ed25519', publicKey };
}

function keyIn(file: string): KeyObject {
  return createPrivateKey(readFileSync(file));
}
