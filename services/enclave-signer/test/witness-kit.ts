import { generateKeyPairSync } from 'node:crypto';
import {
  digestOf,
  encodeApplicationDocument,
  encodeRootDocument,
  encodeSignedDocument,
  signDocument,
  signStatement,
  subjectOfApplication,
  subjectOfKeySet,
  type ApplicationDocument,
  type KeySource,
  type RootDocument,
  type SignedStatement,
  type SignerRequest,
  type StatedItem,
} from '@wallet-service/signer-protocol';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { makeKey, publicJwkOf, signToken, type TestKey } from '../../../packages/jwt/test/token-maker.js';
import {
  makeNamedKey,
  signedBy,
  type NamedKey,
  type TestPasskey,
} from '../../../packages/signer-protocol/test/document-keys.js';
import { audience, issuer, nowSeconds, type TrustKit } from './trust-kit.js';

export { makeNamedKey, makePasskey } from '../../../packages/signer-protocol/test/document-keys.js';
export type { NamedKey, TestPasskey } from '../../../packages/signer-protocol/test/document-keys.js';

/** Everything around a signer that trusts witnesses: roots, a registrar, witnesses, an issuer, a policy service. */
export type WitnessKit = Pick<TrustKit, 'userKey' | 'policyKey' | 'token'> & {
  readonly roots: readonly NamedKey[];
  readonly registrar: NamedKey;
  readonly witnesses: readonly NamedKey[];
  readonly root: RootDocument;
};

/** `k` of `n` witnesses must agree, and `m` of `rootCount` root keys. */
export function makeWitnessKit(
  { k = 1, n = 1, m = 1, rootCount = 1 } = {},
  changes: Partial<RootDocument> = {},
): WitnessKit {
  const userKey = makeKey('k1', 'ES256');
  const policy = generateKeyPairSync('ed25519');
  const named = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => makeNamedKey(`${name}-${index + 1}`));
  const [roots, witnesses, registrar] = [
    named('root', rootCount),
    named('witness', n),
    makeNamedKey('registrar'),
  ];
  const root: RootDocument = {
    version: 1,
    issuedAt: nowSeconds() - 60,
    expiresAt: nowSeconds() + 86_400 * 365,
    roots: { keys: roots.map((key) => key.public), threshold: m },
    verdictKeys: [rawPublicKey(policy.publicKey)],
    registrars: [registrar.public],
    witnesses: { keys: witnesses.map((key) => key.public), threshold: k },
    keySetMaxAgeSeconds: 86_400,
    administratorDelaySeconds: 259_200,
    ...changes,
  };
  return {
    userKey,
    policyKey: policy.privateKey,
    roots,
    registrar,
    witnesses,
    root,
    token: (subject, claims = {}) => {
      const now = nowSeconds();
      return signToken(
        { iss: issuer, aud: audience, sub: subject, iat: now, exp: now + 300, ...claims },
        userKey,
      );
    },
  };
}

/** A root document as an image has it. */
export const bakedRoot = (kit: WitnessKit): Uint8Array => encodeRootDocument(kit.root);

/** A later root document, signed by all roots unless `by` says otherwise. */
export function signedRoot(kit: WitnessKit, changes: Partial<RootDocument>, by = kit.roots): Uint8Array {
  return signedBy('root', encodeRootDocument({ ...kit.root, ...changes }), by);
}

/** The first root document of an installation whose image has a trust bundle. The bundle's root key signs it. */
export function rootAfterBundle({ bundle, trustRootKey }: TrustKit, kit: WitnessKit): Uint8Array {
  const { version, verdictKeys } = bundle;
  const payload = encodeRootDocument({ ...kit.root, version: version + 1, verdictKeys });
  const signature = signDocument('root', payload, { kid: 'root-1', privateKey: trustRootKey });
  return encodeSignedDocument({ payload, signatures: [signature] });
}

/** What an application trusts: one provider, found by discovery, unless `changes` says otherwise. */
export function documentOf(
  applicationId: string,
  changes: Partial<ApplicationDocument> = {},
): ApplicationDocument {
  return {
    applicationId,
    version: 1,
    expressJwtMaxLifetimeSeconds: 3600,
    providers: [{ id: 'p1', issuer, audience, assertsEmail: true }],
    issuers: [{ issuer, keySource: 'discovery' }],
    ...changes,
  };
}

export const signedDocument = (
  document: ApplicationDocument,
  by: readonly (NamedKey | TestPasskey)[],
): Uint8Array => signedBy('application', encodeApplicationDocument(document), by);

/** A key set in the form that witnesses sign. */
export function keySetText(...keys: readonly TestKey[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ keys: keys.map(publicJwkOf) }));
}

export type Stated = {
  /** Seconds ago. */
  readonly age?: number;
  readonly by?: readonly NamedKey[];
  readonly observedAt?: number;
  readonly statedAt?: number;
  readonly rootVersion?: number;
};

/** What witnesses say of one subject. */
export type Said = { readonly subject: string; readonly content: Uint8Array; readonly stated: Stated };

/** One statement of each witness about all that it says, or more if it says things of different times. */
export function statementsOf(kit: WitnessKit, said: readonly Said[]): SignedStatement[] {
  const now = nowSeconds();
  return kit.witnesses
    .concat(said.flatMap(({ stated }) => stated.by ?? []))
    .filter((witness, index, all) => all.indexOf(witness) === index)
    .flatMap((witness) => {
      const headers = new Map<string, { statedAt: number; rootVersion: number; items: StatedItem[] }>();
      for (const { subject, content, stated } of said) {
        const { by = kit.witnesses, age = 0, rootVersion = kit.root.version } = stated;
        const { observedAt = now - age, statedAt = now - age } = stated;
        const header = `${statedAt} ${rootVersion}`;
        const statement = headers.get(header) ?? { statedAt, rootVersion, items: [] };
        headers.set(header, statement);
        if (by.includes(witness)) statement.items.push({ subject, digest: digestOf(content), observedAt });
      }
      const spoken = [...headers.values()].filter(({ items }) => items.length > 0);
      return spoken.map((statement) => signStatement(statement, witness));
    });
}

export type ApplicationTrust = NonNullable<SignerRequest<'UpdateTrust'>['application']>;

export const onTheWire = (statements: readonly SignedStatement[]): ApplicationTrust['statements'] =>
  statements.map(({ kid, statedAt, rootVersion, items, signature }) => ({
    kid,
    statedAt: BigInt(statedAt),
    rootVersion: BigInt(rootVersion),
    items: items.map((item) => ({ ...item, observedAt: BigInt(item.observedAt) })),
    signature,
  }));

/** A key set, and what witnesses say of it. */
export type StatedKeySet = ApplicationTrust['keySets'][number] & { readonly said: Said };

export function keySetOf(
  kit: WitnessKit,
  of: { readonly issuer?: string; readonly source?: KeySource; readonly keys?: readonly TestKey[] } = {},
  stated: Stated = {},
): StatedKeySet {
  const { issuer: name = issuer, source = 'discovery', keys = [kit.userKey] } = of;
  const content = keySetText(...keys);
  const jwksUri = source === 'discovery' ? '' : source.jwksUri;
  const said = { subject: subjectOfKeySet(name, source), content, stated };
  return { issuer: name, jwksUri, keys: content, said };
}

/** A document, signed by the registrar unless `by` says otherwise, and key sets, with their statements. */
export function applicationTrustOf(
  kit: WitnessKit,
  document: ApplicationDocument,
  {
    by = [kit.registrar],
    stated = {},
    keySets = [keySetOf(kit)],
  }: {
    readonly by?: readonly (NamedKey | TestPasskey)[];
    readonly stated?: Stated;
    readonly keySets?: readonly StatedKeySet[];
  } = {},
): ApplicationTrust {
  const subject = subjectOfApplication(document.applicationId);
  const said = { subject, content: encodeApplicationDocument(document), stated };
  const statements = statementsOf(kit, [said, ...keySets.map((keySet) => keySet.said)]);
  return {
    document: signedDocument(document, by),
    statements: onTheWire(statements),
    keySets: keySets.map(({ issuer: name, jwksUri, keys }) => ({ issuer: name, jwksUri, keys })),
  };
}

const noBytes = new Uint8Array(0);

/** The request that makes a signer trust an application: its document and its provider's keys. */
export function trustRequest(
  kit: WitnessKit,
  applicationId: string,
  application: ApplicationTrust = applicationTrustOf(kit, documentOf(applicationId)),
): SignerRequest<'UpdateTrust'> {
  return { rootDocument: noBytes, applicationId, application };
}

export const rootRequest = (rootDocument: Uint8Array): SignerRequest<'UpdateTrust'> => ({
  rootDocument,
  applicationId: '',
  application: undefined,
});
