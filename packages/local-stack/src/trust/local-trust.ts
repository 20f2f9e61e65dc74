import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';
import { makeRootDocument } from '@wallet-service/operator-cli/first-root-document';
import { keyFile, type KeyFile, type ServiceSecrets } from '@wallet-service/operator-cli/secrets';
import { developmentRootPrefix, readBakedTrust } from '@wallet-service/signer-protocol';
import type { DataDirectory } from '../stack/data-directory.js';

export type LocalTrust = {
  /** The signed root document, which signers, witnesses and identity start with. */
  readonly rootDocumentFile: string;
  readonly witnesses: readonly LocalWitness[];
};

export type LocalWitness = {
  readonly keyFile: string;
  readonly stateDirectory: string;
  /** Whether this is its first start. */
  readonly isNew: boolean;
};

const lifetimeDays = 3650;

/**
 * The keys of trust of the local stack. The root key signs at the first start, and again only if a key that its
 * document names was replaced.
 */
export function localTrust(
  data: DataDirectory,
  secrets: ServiceSecrets,
  witnessCount: number,
  now: Date,
): LocalTrust {
  const root = keyFile(path.join(data.secrets, 'development-trust-root.pem'));
  const keys = Array.from({ length: witnessCount }, (_, index) =>
    keyFile(path.join(data.secrets, `witness-${index}-key.pem`)),
  );
  const rootDocumentFile = path.join(data.trust, 'root-document.json');
  const bundleOfBefore = path.join(data.trust, 'baked-bundle.json');
  signOnce(rootDocumentFile, bundleOfBefore, root, keys, secrets, Math.floor(now.getTime() / 1000));
  const witnesses = keys.map(({ file }, index) => {
    const stateDirectory = path.join(data.trust, `witness-${index}`);
    return { keyFile: file, stateDirectory, isNew: !existsSync(stateDirectory) };
  });
  return { rootDocumentFile, witnesses };
}

/** `bundleOfBefore`: what signers of releases up to 0.2.0 started with. The root document has a higher version. */
function signOnce(
  file: string,
  bundleOfBefore: string,
  root: KeyFile,
  witnesses: readonly KeyFile[],
  secrets: ServiceSecrets,
  now: number,
): void {
  const known = [file, bundleOfBefore].find((each) => existsSync(each));
  const before = known === undefined ? undefined : readBakedTrust(readFileSync(known)).document;
  const named = [
    ...(before?.roots.keys ?? []).map(({ publicKey }) => publicKey),
    ...(before?.verdictKeys ?? []),
    ...(before?.registrars ?? []).map(({ publicKey }) => publicKey),
    ...(before?.witnesses.keys ?? []).map(({ publicKey }) => publicKey),
  ];
  const verdictPublicKeys = [secrets.verdictPublicKey];
  const registrarPublicKeys = [secrets.registrarPublicKey];
  const witnessPublicKeys = witnesses.map(({ publicKey }) => publicKey);
  const wanted = [root.publicKey, ...verdictPublicKeys, ...registrarPublicKeys, ...witnessPublicKeys];
  const isSame =
    named.length === wanted.length &&
    wanted.every((key, index) => Buffer.compare(key, named[index] ?? new Uint8Array(0)) === 0);
  if (isSame) return;
  const document = makeRootDocument(
    (before?.version ?? 0) + 1,
    {
      roots: [root],
      verdictPublicKeys,
      registrarPublicKeys,
      witnessPublicKeys,
      witnessThreshold: Math.floor(witnesses.length / 2) + 1,
      lifetimeDays,
      kidPrefix: developmentRootPrefix,
    },
    now,
  );
  writePrivateFile(file, document);
}
