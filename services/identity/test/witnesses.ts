import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  makeLocalCertificates,
  readCertificate,
  type LocalCertificates,
} from '@wallet-service/local-certificates';
import {
  encodeRootDocument,
  encodeSignedDocument,
  kidOfPublicKey,
  readBakedTrust,
  signDocument,
  type DocumentKey,
  type DocumentKind,
  type RootDocument,
  type RootInForce,
} from '@wallet-service/signer-protocol';
import { operationsOf, startProcess, type StartedProcess } from '@wallet-service/test-kit/start-process';
import { connectWitnesses } from '../src/witnesses/witness-client.js';
import type { AskWitness } from '../src/witnesses/ask-witnesses.js';

const main = fileURLToPath(new URL('../../witness/dist/main.js', import.meta.url));

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

export type Witnesses = {
  readonly folder: string;
  /** The certificates' authority is that of the witnesses. */
  readonly certificates: LocalCertificates;
  readonly root: RootDocument;
  readonly baked: RootInForce;
  readonly rootFile: string;
  readonly registrarFile: string;
  readonly roots: readonly TestKey[];
  readonly registrar: TestKey;
  readonly keys: readonly TestKey[];
  /** `unix:/path` of each. */
  readonly targets: readonly string[];
  readonly ask: readonly AskWitness[];
  readonly stop: (place: number) => Promise<void>;
  readonly start: (place: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type WitnessesOptions = {
  readonly count?: number;
  readonly threshold?: number;
  readonly administratorDelaySeconds?: number;
};

function documentOfRoot(registrar: TestKey): RootDocument {
  const now = Math.floor(Date.now() / 1000);
  return {
    version: 1,
    issuedAt: now - 60,
    expiresAt: now + 86_400,
    roots: { keys: [newKey().key], threshold: 1 },
    verdictKeys: [newKey().key.publicKey],
    registrars: [registrar.key],
    witnesses: { keys: [newKey().key], threshold: 1 },
    keySetMaxAgeSeconds: 86_400,
    administratorDelaySeconds: 2,
  };
}

/** A root document with witnesses whom nobody runs. */
export function rootOf(registrar: TestKey): RootInForce {
  return readBakedTrust(encodeRootDocument(documentOfRoot(registrar)));
}

/** Real witness processes, each with its own key and its own directory. */
export async function startWitnesses({
  count = 1,
  threshold = 1,
  administratorDelaySeconds = 2,
}: WitnessesOptions = {}): Promise<Witnesses> {
  const folder = mkdtempSync(path.join(tmpdir(), 'witnesses-'));
  const at = (name: string) => path.join(folder, name);
  const certificates = await makeLocalCertificates(at('tls'), new Date());
  const [roots, keys] = [[newKey(), newKey()], Array.from({ length: count }, newKey)];
  const registrar = newKey();
  const root: RootDocument = {
    ...documentOfRoot(registrar),
    roots: { keys: roots.map(({ key }) => key), threshold: 2 },
    witnesses: { keys: keys.map(({ key }) => key), threshold },
    administratorDelaySeconds,
  };
  writeFileSync(at('root.json'), encodeRootDocument(root));
  writePrivateKey(at('registrar.pem'), registrar);
  const targets = keys.map((_, place) => `unix:${at(`witness-${place}.sock`)}`);
  const processes = new Map<number, StartedProcess>();
  const start = async (place: number) => {
    const key = keys[place];
    if (!key) throw new Error('there is no such witness');
    rmSync(at(`witness-${place}.sock`), { force: true });
    writePrivateKey(at(`witness-${place}.pem`), key);
    mkdirSync(at(`state-${place}`), { recursive: true });
    const process = startProcess(main, {
      env: {
        ENVIRONMENT: 'development',
        LISTEN: targets[place],
        TLS_CA_FILE: certificates.witness.ca,
        TLS_CERT_FILE: certificates.witness.cert,
        TLS_KEY_FILE: certificates.witness.key,
        WITNESS_KEY_FILE: at(`witness-${place}.pem`),
        ROOT_DOCUMENT_FILE: at('root.json'),
        STATE_DIRECTORY: at(`state-${place}`),
        NEW_STATE_UNTIL: `${new Date(Date.now() + 600_000).toISOString().slice(0, 19)}Z`,
        JWKS_ALLOW_LOOPBACK: 'true',
      },
    });
    await operationsOf(process);
    processes.set(place, process);
  };
  await Promise.all(keys.map((_, place) => start(place)));
  const clients = connectWitnesses(targets, readCertificate(certificates.identity));
  return {
    folder,
    certificates,
    root,
    baked: readBakedTrust(encodeRootDocument(root)),
    rootFile: at('root.json'),
    registrarFile: at('registrar.pem'),
    roots,
    registrar,
    keys,
    targets,
    ask: clients.witnesses,
    start,
    stop: async (place) => processes.get(place)?.end(),
    close: async () => {
      clients.close();
      await Promise.all([...processes.values()].map((process) => process.end()));
      rmSync(folder, { recursive: true });
    },
  };
}

function writePrivateKey(file: string, { privateKey }: TestKey): void {
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}
