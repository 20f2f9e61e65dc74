import { prepareKeySet, type PreparedKeySet } from '@wallet-service/jwt';
import {
  keyThumbprint,
  type Agreed,
  type JudgedDocument,
  type PublicJwk,
} from '@wallet-service/signer-protocol';

/** A document of an application, and what enough witnesses say of it. */
export type HeldDocument = JudgedDocument & {
  readonly kind: 'document';
  readonly agreed: Agreed;
  readonly weight: number;
};

/** A key set, and what enough witnesses say of it. Applications with the same source share one. */
export type HeldKeySet = {
  readonly kind: 'key-set';
  readonly digest: Uint8Array;
  /** For people. Computed when somebody first asks, because a set may have 50 keys. */
  readonly described: () => readonly KeyDescription[];
  /** The keys, imported when they are first used. */
  readonly prepared: () => PreparedKeySet;
  readonly agreed: Agreed;
  readonly weight: number;
};

/** A key by its name and its RFC 7638 thumbprint. */
export type KeyDescription = { readonly kid: string; readonly thumbprint: string };

export type Held = HeldDocument | HeldKeySet;

/** What an entry takes beside its content, at most: its names, its statements and its place in the map. */
const bytesOfEntry = 1024;
/** What an imported key takes outside of the JavaScript heap, at most. */
const bytesOfKey = 2560;

/** `bytes`: how long the signed document is. Parsed, it takes about twice that. */
export function heldDocument(judged: JudgedDocument, agreed: Agreed, bytes: number): HeldDocument {
  return { ...judged, kind: 'document', agreed, weight: bytesOfEntry + 2 * bytes };
}

/** `bytes`: how long the key set's text is. */
export function heldKeySet(
  keys: readonly PublicJwk[],
  digest: Uint8Array,
  agreed: Agreed,
  bytes: number,
): HeldKeySet {
  let prepared: PreparedKeySet | undefined;
  let described: readonly KeyDescription[] | undefined;
  return {
    kind: 'key-set',
    digest,
    described: () => (described ??= keys.map(describeKey)),
    prepared: () => (prepared ??= preparedOf(keys)),
    agreed,
    weight: bytesOfEntry + 2 * bytes + bytesOfKey * keys.length,
  };
}

export function describeKey(key: PublicJwk): KeyDescription {
  return { kid: key.kid, thumbprint: keyThumbprint(key) };
}

/** Only usable keys are held. But a point that is not on its curve is detected only here, and its key is left out. */
export function preparedOf(keys: readonly PublicJwk[]): PreparedKeySet {
  const prepared = prepareKeySet({ keys });
  return prepared.ok ? prepared.keys : new Map();
}

/** Whether `offered` says something older than what is held: then it is a statement that somebody kept. */
export function isOlder(offered: Agreed, held: Agreed): boolean {
  return offered.statedAt < held.statedAt || offered.observedAt < held.observedAt;
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
