import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isInstalled, startRedisProgram, type RedisServer } from '@wallet-service/chaos/redis-server';
import { makeServerCertificate } from '@wallet-service/local-certificates';
import { StoreUnavailableError } from '../src/shared-store.js';
import { documentedUser, password } from './documented-users.js';
import { closeStores, expectAllToWork, openStore } from './store-under-test.js';

// TLS, and users with just the rights that docs/production.md gives them.

const { CI } = process.env;

describe.each(['redis-server', 'valkey-server'] as const)('%s', (program) => {
  const installed = isInstalled(program);
  it('is installed where the run requires it', () => {
    if (!installed) console.warn(`not tested: install ${program}`);
    if (CI && program === 'redis-server') expect(installed).toBe(true);
  });

  (installed ? describe : describe.skip)('with TLS and users', () => {
    const folder = mkdtempSync(path.join(tmpdir(), `${program}-tls-`));
    const strangers = mkdtempSync(path.join(tmpdir(), 'strangers-'));
    let server: RedisServer;
    const urlWith = (secret: string, host = 'localhost', ca = `${folder}/ca.crt`): string =>
      `rediss://gateway:${secret}@${host}:${server.tlsPort}?ca=${ca}`;

    beforeAll(async () => {
      const tls = await makeServerCertificate(folder, 'redis', ['localhost'], new Date());
      await makeServerCertificate(strangers, 'redis', ['localhost'], new Date());
      server = await startRedisProgram({
        folder,
        program,
        tls,
        settings: [documentedUser('gateway'), documentedUser('wallet')],
      });
    });
    afterEach(closeStores);
    afterAll(async () => {
      await server.end();
      rmSync(folder, { recursive: true });
      rmSync(strangers, { recursive: true });
    });

    it('does everything for the documented user, who is refused nothing', async () => {
      const store = openStore(urlWith(password));
      await expectAllToWork(store, 'k');
      await store.close();
      expect(store.lines).toEqual([]);
      expect(await server.ask('ACL LOG')).toBe('*0');
      expect(await server.ask('EXISTS gateway:k')).toBe(':1');
    });

    it.each([
      ['another password', () => urlWith('hunter2'), /WRONGPASS/],
      [
        'an authority that is not that of the server',
        () => urlWith(password, 'localhost', `${strangers}/ca.crt`),
        /certificate/,
      ],
      [
        'another name than in its certificate',
        () => urlWith(password, '127.0.0.1'),
        /does not match certificate/,
      ],
      ['no TLS', () => urlWith(password).replace(/^rediss(.*)\?.*/, 'redis$1'), /./],
    ])('is not reached with %s, and the log says why', async (_, url, cause) => {
      const store = openStore(url());
      await expect(store.get('k')).rejects.toThrow(StoreUnavailableError);
      expect(store.lines).toEqual([expect.stringMatching(/^Redis cannot be reached: /)]);
      expect(store.lines[0]).toMatch(cause);
    });

    it('needs a file of authorities that can be read', () => {
      writeFileSync(path.join(folder, 'empty.pem'), '');
      for (const file of ['missing.pem', 'empty.pem'])
        expect(() => openStore(urlWith(password, 'localhost', path.join(folder, file)))).toThrow(
          expect.objectContaining({
            mistakes: [
              expect.stringMatching(/^REDIS_URL: ca must be a PEM file of certificates/),
            ] as string[],
          }) as Error,
        );
    });
  });
});
