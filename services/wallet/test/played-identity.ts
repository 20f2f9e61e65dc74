import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  definitions,
  serve,
  type Handlers,
  type IdentityDefinition,
  type ResponseOf,
} from '@wallet-service/grpc';
import type { CallServer, Tls } from '@wallet-service/grpc';
import {
  digestOf,
  encodeApplicationDocument,
  encodeRootDocument,
  encodeSignedDocument,
  signDocument,
  signStatement,
  subjectOfApplication,
  subjectOfKeySet,
  type RootDocument,
} from '@wallet-service/signer-protocol';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { publicJwkOf, type TestKey } from '../../../packages/jwt/test/token-maker.js';

// The tests play identity and the witnesses. The keys, the signatures and the signers' checks are real.

export type NamedKey = {
  readonly kid: string;
  readonly publicKey: Uint8Array;
  readonly privateKey: KeyObject;
};
export type Answer = ResponseOf<IdentityDefinition['GetTrust']>;

/** What identity knows of an application. */
export type Trusted = {
  readonly version: number;
  readonly issuer: string;
  readonly audience: string;
  readonly assertsEmail: boolean;
  /** 3600 by default. */
  readonly maxLifetimeSeconds?: number;
  readonly keys: readonly TestKey[];
};

export type PlayedIdentity = ReturnType<typeof playIdentity>;

function namedKey(kid: string): NamedKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { kid, publicKey: rawPublicKey(publicKey), privateKey };
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export function playIdentity(verdictKey: Uint8Array) {
  const [rootKey, registrar, witness] = [namedKey('root-1'), namedKey('registrar-1'), namedKey('witness-1')];
  const keyOf = ({ kid, publicKey }: NamedKey) => ({ kid, kind: 'ed25519' as const, publicKey });
  let root: RootDocument = {
    version: 1,
    issuedAt: nowSeconds() - 60,
    expiresAt: nowSeconds() + 86_400,
    roots: { keys: [keyOf(rootKey)], threshold: 1 },
    verdictKeys: [verdictKey],
    registrars: [keyOf(registrar)],
    witnesses: { keys: [keyOf(witness)], threshold: 1 },
    keySetMaxAgeSeconds: 86_400,
    administratorDelaySeconds: 259_200,
  };
  const baked = encodeRootDocument(root);
  let signedRoot: Buffer = Buffer.alloc(0);
  const known = new Map<string, Trusted>();
  const calls: { readonly applicationId: string; readonly fresh: boolean; readonly unchanged: boolean }[] =
    [];
  let replay: ((applicationId: string) => Answer | undefined) | undefined;
  let server: CallServer | undefined;

  /** As witnesses state it at `at`, in Unix seconds. */
  function answerOf(applicationId: string, trusted: Trusted, at = nowSeconds()): Answer & { digest: Buffer } {
    const { version, issuer, audience, assertsEmail } = trusted;
    const payload = encodeApplicationDocument({
      applicationId,
      version,
      expressJwtMaxLifetimeSeconds: trusted.maxLifetimeSeconds ?? 3600,
      providers: [{ id: applicationId, issuer, audience, assertsEmail }],
      issuers: [{ issuer, keySource: 'discovery' }],
    });
    const keys = Buffer.from(JSON.stringify({ keys: trusted.keys.map(publicJwkOf) }));
    const signed = encodeSignedDocument({
      payload,
      signatures: [signDocument('application', payload, registrar)],
    });
    const items = [
      { subject: subjectOfApplication(applicationId), content: payload },
      { subject: subjectOfKeySet(issuer, 'discovery'), content: keys },
    ].map(({ subject, content }) => ({ subject, digest: Buffer.from(digestOf(content)), observedAt: at }));
    const statement = signStatement({ statedAt: at, rootVersion: root.version, items }, witness);
    return {
      digest: Buffer.from(digestOf(Buffer.concat([payload, keys, signedRoot]))),
      rootDocument: signedRoot,
      application: {
        document: Buffer.from(signed),
        statements: [{ ...statement, items, signature: Buffer.from(statement.signature) }],
        keySets: [{ issuer, jwksUri: '', keys }],
      },
    };
  }

  const handlers = {
    GetTrust: async ({
      applicationId,
      fresh,
      knownDigest,
    }: {
      applicationId: string;
      fresh: boolean;
      knownDigest: Buffer;
    }) => {
      const trusted = known.get(applicationId);
      const answer = replay?.(applicationId) ?? (trusted && answerOf(applicationId, trusted));
      // An application that identity knows, and that has no provider yet.
      const found = answer ?? { digest: Buffer.alloc(32, root.version), rootDocument: signedRoot };
      const unchanged = !fresh && Buffer.compare(found.digest as Buffer, knownDigest) === 0;
      calls.push({ applicationId, fresh, unchanged });
      return await Promise.resolve(unchanged ? { unchanged } : found);
    },
  };

  return {
    /** The payload that is built into the signers. */
    rootDocument: baked,
    /** The key of the only witness. */
    witness,
    /** The roots sign a newer one. */
    publishRoot(): void {
      root = { ...root, version: root.version + 1 };
      const payload = encodeRootDocument(root);
      const signatures = [signDocument('root', payload, rootKey)];
      signedRoot = Buffer.from(encodeSignedDocument({ payload, signatures }));
    },
    calls,
    answerOf,
    callsOf: (applicationId: string) => calls.filter((call) => call.applicationId === applicationId),
    /** From now on witnesses and identity know this of the application. */
    trust(applicationId: string, trusted: Omit<Trusted, 'version'>): void {
      known.set(applicationId, { ...trusted, version: (known.get(applicationId)?.version ?? 0) + 1 });
    },
    known: (applicationId: string) => known.get(applicationId),
    /** Answers as an identity that somebody took over. */
    replay(answer: typeof replay): void {
      replay = answer;
    },
    async start(listen: string, tls: Tls): Promise<void> {
      const methods = Object.keys(definitions.identity.methods);
      const refuse = () => Promise.reject(new Error('the tests play GetTrust alone'));
      server = await serve<IdentityDefinition>({
        definition: definitions.identity,
        handlers: {
          ...Object.fromEntries(methods.map((name) => [name, refuse])),
          ...handlers,
        } as unknown as Handlers<IdentityDefinition>,
        access: {
          ...Object.fromEntries(methods.map((name) => [name, {}])),
          GetTrust: { wallet: 'nothing' },
        } as never,
        listen,
        tls,
        ready: () => true,
        onInternalError: (error) => {
          throw error;
        },
      });
    },
    async stop(): Promise<void> {
      await server?.drain(0);
      server = undefined;
    },
  };
}
