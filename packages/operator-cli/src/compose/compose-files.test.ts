import { X509Certificate } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { kidOfPublicKey, readBakedTrust } from '@wallet-service/signer-protocol';
import { keyFile } from '../secrets/service-secrets.js';
import { makeComposeFiles } from './compose-files.js';

describe('makeComposeFiles', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'compose-files-'));
  const now = new Date();
  const make = (at = now) =>
    makeComposeFiles({ folder, hosts: ['wallet.example', '127.0.0.1'], owner: undefined, now: at });
  const text = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const replace = (file: string, content: string): void => {
    rmSync(path.join(folder, file));
    writeFileSync(path.join(folder, file), content, { mode: 0o400 });
  };
  const snapshot = (): Record<string, string> =>
    Object.fromEntries(
      ['tls', 'secrets', 'trust', 'offline'].flatMap((name) =>
        readdirSync(path.join(folder, name)).map((file) => [`${name}/${file}`, text(`${name}/${file}`)]),
      ),
    );
  beforeAll(() => make());
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('hides everything on the host from other users', () => {
    for (const name of ['tls', 'secrets', 'trust', 'offline'])
      expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o700);
    for (const file of ['secrets/sealing.key', 'secrets/wallet-database.url', 'tls/signer.key'])
      expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o400);
  });

  it("gives each service a separate role, and the owner's only to the migrations", () => {
    const urls = ['identity', 'policy', 'wallet'].map(
      (name) => new URL(text(`secrets/${name}-database.url`)),
    );
    expect(urls.map(({ username }) => username)).toEqual([
      'wallet_service_identity',
      'wallet_service_policy',
      'wallet_service_wallet',
    ]);
    expect(new Set(urls.map(({ password }) => password)).size).toBe(3);
    expect(new URL(text('secrets/migration-database.url')).password).toBe(text('secrets/postgres-password'));
    for (const user of ['gateway', 'wallet'])
      expect(text('secrets/redis.conf')).toMatch(
        new RegExp(
          `^user ${user} on .*~${user}:\\* .*>${new URL(text(`secrets/${user}-redis.url`)).password}$`,
          'm',
        ),
      );
  });

  it('makes no certificate that no container has', () => {
    const compose = readFileSync(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8');
    const made = readdirSync(path.join(folder, 'tls')).filter((name) => name.endsWith('.key'));
    const mounted = [...compose.matchAll(/\/tls\/([\w-]+\.key)'/g)].map(([, name]) => name);
    // The load balancer has its key and certificate in one file.
    expect(new Set(made)).toEqual(new Set([...mounted, 'ca.key', 'edge.key']));
  });

  it('makes a root document that trusts the offline key, the verdict key, a registrar and 2 of 3 witnesses', () => {
    const { document } = readBakedTrust(readFileSync(path.join(folder, 'trust/root-document.json')));
    expect(document.version).toBe(1);
    expect(statSync(path.join(folder, 'trust/root-document.json')).mode & 0o777).toBe(0o444);
    expect(document.roots.keys.map(({ kid }) => kid)).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(document.verdictKeys).toHaveLength(1);
    expect(document.registrars).toHaveLength(1);
    expect(document.witnesses.threshold).toBe(2);
    const kids = ['a', 'b', 'c'].map((name) =>
      kidOfPublicKey(keyFile(path.join(folder, `secrets/witness-${name}-key.pem`)).publicKey),
    );
    expect(document.witnesses.keys.map(({ kid }) => kid)).toEqual(kids);
  });

  it('leaves the first root document of an older installation to the roots', async () => {
    const older = mkdtempSync(path.join(tmpdir(), 'compose-files-older-'));
    mkdirSync(path.join(older, 'trust'), { mode: 0o700 });
    writeFileSync(path.join(older, 'trust/baked-bundle.json'), '{}');
    const made = await makeComposeFiles({ folder: older, hosts: ['wallet.example'], owner: undefined, now });
    expect(made).toEqual({ rootKeyFile: undefined, hasBundleOnly: true });
    expect(readdirSync(path.join(older, 'offline'))).toEqual([]);
    expect(readdirSync(path.join(older, 'trust'))).toContain('witness-b-key.pub.pem');
    rmSync(older, { recursive: true });
  });

  it("leaves the operator's own Redis to the services, and refuses a URL that they would refuse", async () => {
    const own = mkdtempSync(path.join(tmpdir(), 'compose-files-own-'));
    const url = path.join(own, 'secrets/gateway-redis.url');
    mkdirSync(path.dirname(url), { mode: 0o700 });
    writeFileSync(url, 'rediss+sentinel://gateway:pw@s1,s2/main?ca=/run/secrets/redis_ca', { mode: 0o600 });
    const options = { folder: own, hosts: ['wallet.example'], owner: undefined, now };
    await makeComposeFiles(options);
    expect(readFileSync(url, 'utf8')).toContain('rediss+sentinel://');
    chmodSync(url, 0o600);
    writeFileSync(url, 'redis+sentinel://gateway:hunter2@s1,s2');
    await expect(makeComposeFiles(options)).rejects.toThrow(
      `the URL in ${url} must have / and the name under which the sentinels know the primary`,
    );
    rmSync(own, { recursive: true });
  });

  it('gives the load balancer a certificate for its hosts that authenticates no client', () => {
    const certificate = new X509Certificate(text('tls/edge.pem'));
    expect(certificate.subjectAltName).toBe('DNS:wallet.example, IP Address:127.0.0.1');
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(text('tls/edge.pem')).toContain('PRIVATE KEY');
  });

  it('changes nothing when it is run again', async () => {
    const before = snapshot();
    await make();
    expect(snapshot()).toEqual(before);
  });

  it('makes no second trust root after the first was moved away', async () => {
    renameSync(path.join(folder, 'offline/trust-root.pem'), path.join(folder, 'elsewhere.pem'));
    const files = await make();
    expect(files.rootKeyFile).toBeUndefined();
    expect(readdirSync(path.join(folder, 'offline'))).toEqual([]);
  });

  it('keeps what an operator has replaced: a managed database, a certificate of a public authority', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'compose-files-other-'));
    await makeComposeFiles({ folder: other, hosts: ['wallet.example'], owner: undefined, now });
    const theirs = {
      'tls/edge.pem': readFileSync(path.join(other, 'tls/edge.pem'), 'utf8'),
      'secrets/migration-database.url': 'postgres://owner:secret@managed.example/wallets?sslmode=verify-full',
      'secrets/wallet-database.url': 'postgres://wallet:secret@managed.example/wallets?sslmode=verify-full',
    };
    rmSync(other, { recursive: true });
    const before = snapshot();
    for (const [file, content] of Object.entries(theirs)) replace(file, content);
    await make();
    expect(snapshot()).toEqual({ ...before, ...theirs });
    for (const file of Object.keys(theirs)) replace(file, before[file] ?? '');
  });

  it('renews certificates that are about to expire, and nothing else', async () => {
    const before = snapshot();
    await make(new Date(now.getTime() + 380 * 86_400_000));
    const after = snapshot();
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(changed).toContain('tls/wallet.crt');
    expect(changed.every((file) => file.startsWith('tls/') && !file.startsWith('tls/ca.'))).toBe(true);
  });
});
