import { createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseRedisUrl } from '@wallet-service/config';
import { serviceSchemas } from '@wallet-service/postgres';
import { makeLocalCertificates, makeServerCertificate } from '@wallet-service/local-certificates';
import { keyFile, serviceSecrets, type KeyFile, type ServiceSecrets } from '../secrets/service-secrets.js';
import { makeRootDocument } from '../trust/first-root-document.js';
import {
  makePrivateFolder,
  readOrMakePrivateFile,
  writePrivateFile,
} from '@wallet-service/local-certificates/private-file';

export type ComposeFiles = {
  /**
   * Signs root documents, and belongs on another machine without a network. Undefined if there was a root document,
   * or a trust bundle of an earlier version.
   */
  readonly rootKeyFile: string | undefined;
  /** Whether the roots must still sign a first root document, because the installation has a trust bundle. */
  readonly hasBundleOnly: boolean;
};

/** Each is a container of its own. Two of them must agree. */
const witnesses = ['a', 'b', 'c'];
const witnessThreshold = 2;
const rootLifetimeDays = 2 * 365;

/**
 * Makes the files that docker-compose.yml mounts under `folder`: certificates, secrets and database URLs, one
 * file each, and the root document that is baked into the signer's image. Existing files stay, except certificates
 * of our own authority that expire within 30 days. The user of the containers owns the files (`owner`;
 * undefined: the user of this process), and nobody else can read them.
 */
export async function makeComposeFiles(options: {
  readonly folder: string;
  /** The names by which clients reach the load balancer. */
  readonly hosts: readonly string[];
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  readonly now: Date;
}): Promise<ComposeFiles> {
  const inside = (name: string): string => makePrivateFolder(path.join(options.folder, name));
  const [tls, secrets] = [inside('tls'), inside('secrets')];
  await makeLocalCertificates(tls, options.now);
  const edge = await makeServerCertificate(tls, 'edge', options.hosts, options.now);
  if (!isOfAnotherAuthority(path.join(tls, 'edge.pem'), read(path.join(tls, 'ca.crt'))))
    writePrivateFile(path.join(tls, 'edge.pem'), `${read(edge.cert)}\n${read(edge.key)}\n`);
  const keys = serviceSecrets(secrets);
  const witnessKeys = witnesses.map((name) => keyFile(path.join(secrets, `witness-${name}-key.pem`)));
  makeDatabaseSecrets(secrets);
  makeRedisSecrets(secrets);
  for (const folder of [tls, secrets]) closeFiles(folder, options.owner);
  // The folder for the operator container's documents.
  const exchange = inside('exchange');
  if (options.owner) chownSync(exchange, options.owner.uid, options.owner.gid);
  return signOnce(inside('trust'), inside('offline'), keys, witnessKeys, options.now);
}

// Never made twice: the key that the first document names has been moved away, and a signer that trusts another
// one accepts no later document.
function signOnce(
  trust: string,
  offline: string,
  keys: ServiceSecrets,
  witnessKeys: readonly KeyFile[],
  now: Date,
): ComposeFiles {
  const publicFile = (name: string): string => path.join(trust, `${name}.pub.pem`);
  writePrivateFile(publicFile('verdict-key'), publicHalf(keys.verdictKeyFile));
  writePrivateFile(publicFile('registrar-key'), publicHalf(keys.registrarKeyFile));
  for (const [index, { file }] of witnessKeys.entries())
    writePrivateFile(publicFile(`witness-${witnesses[index] ?? ''}-key`), publicHalf(file));
  // The users of the containers read it. On the host the folder is closed.
  const document = path.join(trust, 'root-document.json');
  if (existsSync(document)) return { rootKeyFile: undefined, hasBundleOnly: false };
  if (existsSync(path.join(trust, 'baked-bundle.json')))
    return { rootKeyFile: undefined, hasBundleOnly: true };
  const root = keyFile(path.join(offline, 'trust-root.pem'));
  writePrivateFile(publicFile('trust-root'), publicHalf(root.file));
  const signed = makeRootDocument(
    1,
    {
      roots: [root],
      verdictPublicKeys: [keys.verdictPublicKey],
      registrarPublicKeys: [keys.registrarPublicKey],
      witnessPublicKeys: witnessKeys.map(({ publicKey }) => publicKey),
      witnessThreshold,
      lifetimeDays: rootLifetimeDays,
      kidPrefix: '',
    },
    Math.floor(now.getTime() / 1000),
  );
  writePrivateFile(document, signed);
  chmodSync(document, 0o444);
  return { rootKeyFile: root.file, hasBundleOnly: false };
}

/** For a public one, whose certificate an operator put in place of ours. */
function isOfAnotherAuthority(file: string, ourAuthority: string): boolean {
  return (
    existsSync(file) && !new X509Certificate(read(file)).verify(new X509Certificate(ourAuthority).publicKey)
  );
}

function publicHalf(privateKeyFile: string): string {
  return createPublicKey(read(privateKeyFile)).export({ type: 'spki', format: 'pem' }).toString();
}

const newPassword = (): string => randomBytes(24).toString('base64url');

function makeDatabaseSecrets(folder: string): void {
  const at = (name: string): string => path.join(folder, name);
  const admin = read(at('postgres-password'), newPassword);
  const urlOf = (role: string, password: string): string =>
    `postgres://${role}:${password}@postgres:5432/wallet_service`;
  // As for the others, an operator may have put the URL of a managed database here.
  readOrMakePrivateFile(at('migration-database.url'), () => urlOf('postgres', admin));
  for (const schema of serviceSchemas)
    readOrMakePrivateFile(at(`${schema}-database.url`), () =>
      urlOf(`wallet_service_${schema}`, newPassword()),
    );
}

/** Each is the prefix of that service's keys. No service needs another's. */
const redisUsers = ['gateway', 'wallet'];
/** The commands of packages/redis, inside and outside its scripts. */
const redisCommands = ['get', 'set', 'del', 'eval', 'evalsha', 'time', 'ping', 'info'];

function makeRedisSecrets(folder: string): void {
  const at = (name: string): string => path.join(folder, name);
  const passwords = redisUsers.map((user) => {
    const file = at(`${user}-redis.url`);
    const url = read(file, () => `redis://${user}:${newPassword()}@redis:6379`);
    // An operator who put the URL of another Redis here may have one without a password. Ours always needs
    // one.
    return [user, passwordIn(url, file) ?? newPassword()] as const;
  });
  writePrivateFile(at('redis.conf'), redisConfig(passwords));
}

function passwordIn(url: string, file: string): string | undefined {
  try {
    return parseRedisUrl(url).password;
  } catch (error) {
    throw new Error(`the URL in ${file} ${(error as Error).message}`, { cause: error });
  }
}

// Token pins must survive a crash of Redis. Everything else in it may be lost.
function redisConfig(passwords: readonly (readonly [string, string])[]): string {
  const commands = redisCommands.map((command) => `+${command}`).join(' ');
  return [
    // One service's password neither reads nor deletes the data of another, nor administers Redis.
    'user default off',
    ...passwords.map(
      ([user, password]) => `user ${user} on resetchannels ~${user}:* -@all ${commands} >${password}`,
    ),
    'appendonly yes',
    'appendfsync everysec',
    "save ''",
    'maxmemory 200mb',
    'maxmemory-policy noeviction',
    'dir /data',
    '',
  ].join('\n');
}

function read(file: string, make: () => string = () => ''): string {
  return readOrMakePrivateFile(file, make).toString('utf8').trim();
}

// Postgres, Redis and the load balancer run as their own users, and each sees only the files mounted into its
// container. On the host the folder is closed.
const readByOtherUsers = ['postgres-password', 'redis.conf', 'edge.pem'];

function closeFiles(folder: string, owner: { readonly uid: number; readonly gid: number } | undefined): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (name === 'ca.key') continue;
    chmodSync(file, readByOtherUsers.includes(name) || name === 'ca.crt' ? 0o444 : 0o400);
    if (owner) chownSync(file, owner.uid, owner.gid);
  }
}
