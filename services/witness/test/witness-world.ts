import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  connect,
  definitions,
  type ReceivedResponseOf,
  type RequestOf,
  type WitnessDefinition,
} from '@wallet-service/grpc';
import {
  makeLocalCertificates,
  readCertificate,
  type LocalCertificates,
} from '@wallet-service/local-certificates';
import {
  digestOf,
  encodeApplicationDocument,
  encodeRootDocument,
  encodeSignedDocument,
  kidOfPublicKey,
  demandAgreement,
  signDocument,
  statementOf,
  testimonyOf,
  type Agreed,
  type ApplicationDocument,
  type DocumentKey,
  type DocumentKind,
  type RootDocument,
} from '@wallet-service/signer-protocol';
import { operationsOf, startProcess, type StartedProcess } from '@wallet-service/test-kit/start-process';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export type Answer = ReceivedResponseOf<WitnessDefinition['State']>;
export type Question = RequestOf<WitnessDefinition['State']>;
export type Offer = NonNullable<RequestOf<WitnessDefinition['CosignCheckpoints']>['offers']>[number];
export type TestKey = { readonly kid: string; readonly privateKey: KeyObject; readonly key: DocumentKey };

export function newKey(): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
  const kid = kidOfPublicKey(raw);
  return { kid, privateKey, key: { kid, kind: 'ed25519', publicKey: raw } };
}

export function signed(kind: DocumentKind, payload: Uint8Array, ...by: readonly TestKey[]): Buffer {
  const signatures = by.map((key) => signDocument(kind, payload, key));
  return Buffer.from(encodeSignedDocument({ payload, signatures }));
}

export const seconds = (): number => Math.floor(Date.now() / 1000);

export type Witness = {
  readonly process: StartedProcess;
  readonly operations: string;
  readonly ask: (
    question: Question,
    as?: 'identity' | 'operator' | 'wallet',
    deadlineMs?: number,
  ) => Promise<Answer>;
  readonly cosign: (
    offers: readonly Offer[],
    as?: 'identity' | 'operator' | 'wallet',
    deadlineMs?: number,
  ) => Promise<ReceivedResponseOf<WitnessDefinition['CosignCheckpoints']>['held']>;
  readonly metric: (name: string) => Promise<number>;
  readonly end: () => Promise<void>;
};

export type World = {
  readonly folder: string;
  readonly stateDirectory: string;
  readonly root: RootDocument;
  readonly roots: readonly [TestKey, TestKey, TestKey];
  readonly registrar: TestKey;
  readonly witnessKey: TestKey;
  /** A later root document, signed by two of the three roots unless others are named. */
  readonly laterRoot: (changes: Partial<RootDocument>, ...by: readonly TestKey[]) => Buffer;
  readonly env: (changes?: Env) => Env;
  readonly start: (changes?: Env) => Promise<Witness>;
  /** Starts one that is expected to end by itself. */
  readonly startInVain: (changes?: Env) => Promise<string>;
  readonly close: () => Promise<void>;
};
type Env = Readonly<Record<string, string | undefined>>;

/** A witness with its root document, two of three roots, and everything else that its process needs. */
export async function makeWorld(changes: Partial<RootDocument> = {}): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'witness-'));
  const certificates = await makeLocalCertificates(path.join(folder, 'tls'), new Date());
  const roots = [newKey(), newKey(), newKey()] as const;
  const [registrar, witnessKey] = [newKey(), newKey()];
  const root: RootDocument = {
    version: 1,
    issuedAt: seconds() - 60,
    expiresAt: seconds() + 86_400,
    roots: { keys: roots.map(({ key }) => key), threshold: 2 },
    verdictKeys: [newKey().key.publicKey],
    registrars: [registrar.key],
    witnesses: { keys: [witnessKey.key], threshold: 1 },
    keySetMaxAgeSeconds: 86_400,
    administratorDelaySeconds: 2,
    ...changes,
  };
  const at = (name: string): string => path.join(folder, name);
  writeFileSync(at('root.json'), encodeRootDocument(root));
  writeFileSync(at('witness.pem'), witnessKey.privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });
  let sockets = 0;
  const running: Witness[] = [];
  const env = (more: Env = {}): Env => ({
    ENVIRONMENT: 'development',
    LISTEN: `unix:${at(`witness-${(sockets += 1)}.sock`)}`,
    TLS_CA_FILE: certificates.witness.ca,
    TLS_CERT_FILE: certificates.witness.cert,
    TLS_KEY_FILE: certificates.witness.key,
    WITNESS_KEY_FILE: at('witness.pem'),
    ROOT_DOCUMENT_FILE: at('root.json'),
    STATE_DIRECTORY: at('state'),
    JWKS_ALLOW_LOOPBACK: 'true',
    ...more,
  });
  const begin = (more: Env) => {
    const settings = env(more);
    return { settings, process: startProcess(main, { env: settings }) };
  };
  return {
    folder,
    stateDirectory: at('state'),
    root,
    roots,
    registrar,
    witnessKey,
    laterRoot: (later, ...by) =>
      signed(
        'root',
        encodeRootDocument({ ...root, version: 2, ...later }),
        ...(by.length > 0 ? by : roots.slice(1)),
      ),
    env,
    async start(more = {}) {
      const { settings, process } = begin(more);
      const operations = await operationsOf(process);
      const witness = witnessAt(settings['LISTEN'] ?? '', process, operations, certificates);
      running.push(witness);
      return witness;
    },
    async startInVain(more = {}) {
      const { process } = begin(more);
      if ((await process.exit) !== 1) throw new Error(`it did not refuse to start\n${process.output()}`);
      return process.output();
    },
    async close() {
      await Promise.all(running.map((witness) => witness.end()));
      rmSync(folder, { recursive: true });
    },
  };
}

/** For the setting NEW_STATE_UNTIL. */
export const soon = (): string => `${new Date(Date.now() + 60_000).toISOString().slice(0, 19)}Z`;

function witnessAt(
  target: string,
  process: StartedProcess,
  operations: string,
  certificates: LocalCertificates,
): Witness {
  const clients = new Map<string, ReturnType<typeof connectAs>>();
  const connectAs = (name: 'identity' | 'operator' | 'wallet') =>
    connect({
      definition: definitions.witness,
      targets: [target],
      tls: readCertificate(certificates[name]),
      serverName: 'witness',
    });
  const clientOf = (as: 'identity' | 'operator' | 'wallet') => {
    const client = clients.get(as) ?? connectAs(as);
    clients.set(as, client);
    return client;
  };
  return {
    process,
    operations,
    async ask(question, as = 'identity', deadlineMs = 10_000) {
      return clientOf(as).call('State', question, { deadlineMs, traceId: 'witness-test' });
    },
    async cosign(offers, as = 'wallet', deadlineMs = 10_000) {
      const request = { offers: [...offers] };
      return (await clientOf(as).call('CosignCheckpoints', request, { deadlineMs, traceId: 'witness-test' }))
        .held;
    },
    async metric(name) {
      const text = await (await fetch(`${operations}/metrics`)).text();
      const line = text.split('\n').find((each) => each.startsWith(name) && !each.startsWith('#'));
      if (line === undefined) throw new Error(`no metric ${name}`);
      return Number(line.split(' ').at(-1));
    },
    async end() {
      for (const client of clients.values()) client.close();
      await process.end();
    },
  };
}

export function documentOf(
  applicationId: string,
  version: number,
  changes: Partial<ApplicationDocument> = {},
): Uint8Array {
  const issuer = 'https://login.example';
  return encodeApplicationDocument({
    applicationId,
    version,
    expressJwtMaxLifetimeSeconds: 3600,
    providers: [{ id: 'p1', issuer, audience: 'app', assertsEmail: false }],
    issuers: [{ issuer, keySource: 'discovery' }],
    ...changes,
  });
}

/** What a signer concludes from the statement: that the content is the newest of the subject. Throws if it is not. */
export function agreedOn(
  root: RootDocument,
  subject: string,
  content: Uint8Array,
  statement: Answer['statement'],
): Agreed {
  if (!statement) throw new Error(`no statement about ${subject}`);
  const testimony = testimonyOf(root, [statementOf(statement)], seconds());
  return demandAgreement(testimony, subject, digestOf(content));
}

// Only where this user may mount.
const canMount = (() => {
  try {
    const folder = path.join('/tmp', `mount-${process.pid}`);
    mkdirSync(folder);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder], { stdio: 'ignore' });
      execFileSync('umount', [folder]);
      return true;
    } finally {
      rmSync(folder, { recursive: true });
    }
  } catch {
    return false;
  }
})();

export const describeWithDisks = canMount ? describe : describe.skip;

/** Runs the work in a folder that is a disk of that size. */
export async function onDisk(
  { folder }: Pick<World, 'folder'>,
  size: string,
  work: (directory: string) => Promise<void>,
): Promise<void> {
  const directory = path.join(folder, 'disk');
  mkdirSync(directory);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', directory]);
  try {
    await work(directory);
  } finally {
    await sleep(0);
    execFileSync('umount', ['-l', directory]);
  }
}
