import { createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { serviceSchemas } from '@wallet-service/postgres';
import { bakeFirstBundle, rootKidOf } from '../secrets/first-bundle.js';
import {
  makeLocalCertificates,
  makeServerCertificate,
  processNames,
} from '@wallet-service/local-certificates';
import { serviceSecrets, trustRoot, type ServiceSecrets } from '../secrets/service-secrets.js';
import {
  makePrivateFolder,
  readOrMakePrivateFile,
  writePrivateFile,
} from '@wallet-service/local-certificates/private-file';

export type ComposeFiles = {
  readonly bakedBundleFile: string;
  /**
   * Signs trust bundles, and belongs on another machine without a network. Undefined if the bundle was baked
   * before.
   */
  readonly trustRootKeyFile: string | undefined;
};

// The publisher exists only in the local stack. Here the operator delivers bundles, and an unused certificate
// could be stolen.
const processesOfCompose = processNames.filter((name) => name !== 'trust-publisher');

/**
 * Makes the files that docker-compose.yml mounts under `folder`: certificates, secrets and database URLs, one
 * file each, and the bundle that is baked into the signer's image. Existing files stay, except certificates
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
  await makeLocalCertificates(tls, options.now, processesOfCompose);
  const edge = await makeServerCertificate(tls, 'edge', options.hosts, options.now);
  if (!isOfAnotherAuthority(path.join(tls, 'edge.pem'), read(path.join(tls, 'ca.crt'))))
    writePrivateFile(path.join(tls, 'edge.pem'), `${read(edge.cert)}\n${read(edge.key)}\n`);
  const keys = serviceSecrets(secrets);
  makeDatabaseSecrets(secrets);
  makeRedisSecrets(secrets);
  for (const folder of [tls, secrets]) closeFiles(folder, options.owner);
  // The folder for the operator container's proposals and signed bundles.
  const exchange = inside('exchange');
  if (options.owner) chownSync(exchange, options.owner.uid, options.owner.gid);
  return bakeOnce(inside('trust'), inside('offline'), keys, options.now);
}

// Never made twice: the key that the first bundle names has been moved away, and a signer that trusts another
// one accepts no updates.
function bakeOnce(trust: string, offline: string, keys: ServiceSecrets, now: Date): ComposeFiles {
  const known = path.join(trust, 'baked-bundle.json');
  if (existsSync(known)) return { bakedBundleFile: known, trustRootKeyFile: undefined };
  const root = trustRoot(path.join(offline, 'trust-root.pem'));
  writePrivateFile(path.join(trust, 'trust-root.pub.pem'), publicHalf(root.trustRootKeyFile));
  writePrivateFile(path.join(trust, 'verdict-key.pub.pem'), publicHalf(keys.verdictKeyFile));
  const bakedBundleFile = bakeFirstBundle(
    trust,
    { ...keys, ...root },
    rootKidOf,
    Math.floor(now.getTime() / 1000),
  );
  return { bakedBundleFile, trustRootKeyFile: root.trustRootKeyFile };
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
    const url = read(at(`${user}-redis.url`), () => `redis://${user}:${newPassword()}@redis:6379`);
    // An operator who put the URL of another Redis here may have one without a password. Ours always needs
    // one.
    return [user, decodeURIComponent(new URL(url).password) || newPassword()] as const;
  });
  writePrivateFile(at('redis.conf'), redisConfig(passwords));
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
