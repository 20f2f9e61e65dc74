import { randomUUID } from 'node:crypto';
import { createPool } from '@wallet-service/postgres';
import { applicationKeyStore } from '../src/wallets/application-key-store.js';
import { everyApplicationKeyStore } from '../src/wallets/every-application-key-store.js';
import { rewrapApplicationKeys } from '../src/wallets/rewrap-application-keys.js';
import { untampered } from './untampered.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

const quiet = { warn: () => undefined, info: () => undefined };

describe('rewrapApplicationKeys', () => {
  let database: WalletDatabase;
  let owner: ReturnType<typeof createPool>;
  const applications = Array.from({ length: 450 }, () => randomUUID());
  const rewrap = ({ wrappedKey }: { wrappedKey: Uint8Array }): Promise<Uint8Array> =>
    Promise.resolve(Buffer.from(Buffer.from(wrappedKey).toString().replace('old', 'new')));

  beforeAll(async () => {
    database = await walletDatabase('rewrap');
    owner = createPool({ url: database.url, max: 2, logger: quiet, applicationName: 'rewrap-test' });
    const store = applicationKeyStore(database.replica(), untampered);
    for (const id of applications) await store.insertOrRead(id, Buffer.from(`old ${id}`));
  });
  afterAll(async () => {
    await owner.end();
    await database.end();
  });

  it('wraps the key of every application again, however many there are', async () => {
    const count = await rewrapApplicationKeys({ ...everyApplicationKeyStore(owner), rewrap });
    expect(count).toBe(applications.length);
    const store = applicationKeyStore(database.replica(), untampered);
    for (const id of applications.slice(0, 5))
      expect(Buffer.from((await store.find(id)) ?? []).toString()).toBe(`new ${id}`);
  });

  it('stops at a key that no sealing key of the signers wrapped, and does not change it', async () => {
    const refuse = (): Promise<never> => Promise.reject(new Error('application-key-invalid'));
    const attempt = rewrapApplicationKeys({ ...everyApplicationKeyStore(owner), rewrap: refuse });
    await expect(attempt).rejects.toThrow('application-key-invalid');
  });

  it('continues after an application whose key no sealing key wrapped, and names it', async () => {
    const [bad = ''] = [...applications].sort();
    const done: string[] = [];
    const attempt = rewrapApplicationKeys({
      ...everyApplicationKeyStore(owner),
      rewrap: ({ applicationId, wrappedKey }) => {
        if (applicationId === bad) return Promise.reject(new Error('application-key-invalid'));
        done.push(applicationId);
        return Promise.resolve(wrappedKey);
      },
    });
    await expect(attempt).rejects.toThrow(`1 were not (application-key-invalid): of ${bad}`);
    expect(done).toHaveLength(applications.length - 1);
  });

  it('leaves a key alone that was exchanged in the meantime', async () => {
    const { replace } = everyApplicationKeyStore(owner);
    const applicationId = applications[0] ?? '';
    expect(await replace({ applicationId, wrappedKey: Buffer.from('another') }, Buffer.from('x'))).toBe(
      false,
    );
  });

  it('cannot run as the runtime role, which can change no key', async () => {
    const attempt = rewrapApplicationKeys({ ...everyApplicationKeyStore(database.replica()), rewrap });
    await expect(attempt).rejects.toThrow(/permission denied/);
  });
});
