import { earlierChain } from './earlier-chain.js';
import { auditedDatabase, witnessKey, type AuditedDatabase } from './audited-database.js';

// What an audit finds in tiles, and what it says that it did not check.

let database: AuditedDatabase;
beforeAll(async () => {
  database = await auditedDatabase('wallet_audit_tiles');
});
afterAll(() => database.end());

const changeTile = (id: string, change: string): Promise<unknown> =>
  database.run(`update wallet.journal_tiles set ${change} where application_id = $1`, id);

describe('in the tiles of the log the audit finds', () => {
  it.each<[string, (id: string) => Promise<unknown>, bigint, string, string | undefined]>([
    [
      'a changed hash',
      (id) => changeTile(id, 'hashes = set_byte(hashes, 77, get_byte(hashes, 77) # 1)'),
      1n,
      'tile-changed',
      undefined,
    ],
    [
      'a changed root',
      (id) => changeTile(id, 'root = set_byte(root, 7, get_byte(root, 7) # 1)'),
      1n,
      'tile-changed',
      undefined,
    ],
    [
      'a missing one',
      (id) => database.run('delete from wallet.journal_tiles where application_id = $1', id),
      1n,
      'tile-missing',
      'tile-missing',
    ],
    [
      'one too many',
      (id) =>
        database.run(
          `insert into wallet.journal_tiles select application_id, level, 1, hashes, root from wallet.journal_tiles
           where application_id = $1`,
          id,
        ),
      357n,
      'tile-out-of-place',
      'tile-out-of-place',
    ],
    [
      'an entry that was changed together with the end of the log',
      async (id) => {
        await database.run(
          `update wallet.journal_entries set outcome = 'denied' where application_id = $1 and seq = 200`,
          id,
        );
        await database.rewriteLog(id);
      },
      1n,
      'tile-changed',
      'head-changed',
    ],
  ])('%s', async (_, tamper, seq, problem, foundByWhoGoesOn) => {
    const id = await database.tiledJournal();
    const { finding, note } = await database.audited(id);
    expect(finding).toEqual({ intact: true, entries: 356 });
    await tamper(id);
    expect((await database.audited(id)).finding).toEqual({ intact: false, seq, problem });
    // Who goes on after the tiles counts them, and does not read them again.
    const resumed = await database.audited(id, note, { resume: true });
    expect('problem' in resumed.finding ? resumed.finding.problem : undefined).toBe(foundByWhoGoesOn);
  });
});

it('says that a witness did not cosign, and that a chain of an earlier version is not imported', async () => {
  const id = await database.journal();
  expect((await database.audited(id, undefined, { witnesses: [witnessKey] })).unchecked).not.toContain(
    'witness',
  );
  await database.run(
    `update wallet.journal_checkpoints set note = regexp_replace(note, '— wallet-service/witness/[^ ]+ [^ ]+\\n', '')
     where application_id = $1 and size = 6`,
    id,
  );
  expect((await database.audited(id, undefined, { witnesses: [witnessKey] })).unchecked).toContain('witness');
  const chain = await earlierChain(database.url, 5);
  const audit = await database.audited(chain.applicationId);
  expect(audit).toMatchObject({ finding: { intact: true, entries: 0 }, note: undefined });
  expect(audit.unchecked).toContain('chain');
});
