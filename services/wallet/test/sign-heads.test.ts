import { AppError } from '@wallet-service/errors';
import { Refused } from '@wallet-service/signer-protocol';
import { checkpointStore } from '../src/journal/checkpoint-store.js';
import type { SignHeadsDeps } from '../src/journal/sign-heads.js';
import { auditedDatabase, type AuditedDatabase } from './audited-database.js';

let database: AuditedDatabase;
beforeAll(async () => {
  database = await auditedDatabase('wallet_sign_heads');
});
afterAll(() => database.end());

/** Journals that have grown. Made one after the other, because each moves the clock on. */
async function journals(count: number): Promise<readonly string[]> {
  const made: string[] = [];
  while (made.length < count) made.push(await database.journal());
  for (const applicationId of made) await database.write(applicationId, 1);
  return made;
}

describe('signHeads', () => {
  it('signs at most once a minute, and only journals that have grown', async () => {
    const id = await database.journal();
    const signed: number[] = [];
    const onSigned: SignHeadsDeps['onSigned'] = ({ applicationId, seq }) => {
      if (applicationId === id) signed.push(seq);
    };
    await database.checkpointAll({ onSigned });
    await database.checkpointAll({ onSigned });
    await database.write(id, 1);
    database.turnBack();
    await database.checkpointAll({ onSigned });
    expect(signed).toEqual([8]);
    await database.checkpointAll({ onSigned });
    expect(signed).toEqual([8, 9]);
  });

  it('tries again when another replica is ahead, and reports the application only if that fails', async () => {
    const [behind, well] = [await database.journal(), await database.journal()];
    await database.write(behind, 1);
    const cause = new Refused('journal-rolled-back', { seq_seen: 99 });
    const failed: string[] = [];
    const signed: string[] = [];
    let asked = 0;
    const signHead: SignHeadsDeps['signHead'] = (applicationId, head) => {
      if (applicationId !== behind) return database.signHead(applicationId, head);
      asked++;
      // A rejection like that of `keys.signHead`.
      return Promise.reject(new AppError('internal', cause.message, { cause }));
    };
    await database.checkpointAll({
      signHead,
      onFailed: (applicationId) => failed.push(applicationId),
      onSigned: ({ applicationId }) => signed.push(applicationId),
    });
    expect(asked).toBe(3);
    expect(failed).toContain(behind);
    expect(signed).toContain(well);
    expect(signed).not.toContain(behind);
  });

  it('signs every journal that is due, also those that fill more than a page, beside ones that fail', async () => {
    const grown = await journals(5);
    const [failing] = grown;
    const signed: string[] = [];
    const failed: string[] = [];
    const round: Partial<SignHeadsDeps> = {
      signHead: (applicationId, head) =>
        applicationId === failing
          ? Promise.reject(new Error('no signer'))
          : database.signHead(applicationId, head),
      onSigned: ({ applicationId }) => signed.push(applicationId),
      onFailed: (applicationId) => failed.push(applicationId),
    };
    await database.checkpointAll(round, 2);
    expect(signed).toEqual(expect.arrayContaining(grown.slice(1)));
    expect(failed.filter((applicationId) => applicationId === failing)).toHaveLength(1);
    expect(new Set(signed).size).toBe(signed.length);
  });

  it('divides the journals among replicas, and signs none twice in a minute', async () => {
    const grown = await journals(3);
    const signed: string[] = [];
    const onSigned: SignHeadsDeps['onSigned'] = ({ applicationId }) => signed.push(applicationId);
    // What one replica has signed, the other finds fresh.
    await database.checkpointAll({ onSigned });
    database.turnBack();
    await Promise.all(grown.map((applicationId) => database.write(applicationId, 1)));
    const due = () => Promise.resolve(grown);
    await database.checkpointAll({ onSigned, store: { ...checkpointStore(database.runtime), due } });
    expect(grown.map((applicationId) => signed.filter((each) => each === applicationId).length)).toEqual(
      grown.map(() => 1),
    );
  });

  it('stores them under the runtime role, which can neither change nor remove a checkpoint', async () => {
    await database.journal();
    await expect(database.runtime.query('update journal_checkpoints set seq = 1')).rejects.toThrow(
      'permission denied',
    );
    await expect(database.runtime.query('delete from journal_checkpoints')).rejects.toThrow(
      'permission denied',
    );
  });
});
