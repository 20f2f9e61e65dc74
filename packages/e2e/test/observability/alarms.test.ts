import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { causes as otherCauses, lastCauses } from './alarm-causes.js';
import { causesOfUpkeep, firstCauses } from './alarm-causes-of-upkeep.js';
import { causesOfWitnesses } from './alarm-causes-of-witnesses.js';
import { causesOfWriters } from './alarm-causes-of-writers.js';
import { hasRedis, logOf, stack, startWorld, stopWorld } from './alarm-world.js';
import { silent } from './firing.js';
import { itWithPromtool } from './promtool.js';
import { alertRules, observability } from './queries.js';
import { scrape, valueOf, type ScrapedFamily } from './scrape.js';

// Every alarm is provoked by its own cause, on a running stack. The test checks the log, the metrics, and with
// Prometheus' own tool that the alert fires.

beforeAll(startWorld);
afterAll(stopWorld);

const causes = [
  ...firstCauses,
  ...causesOfWriters,
  ...causesOfWitnesses,
  ...otherCauses,
  ...causesOfUpkeep,
  ...lastCauses,
];

describe.each(causes)('$because', (cause) => {
  const { alerts, counts = [], says, needsRedis = false, timed = false, arrange, bring, undo } = cause;
  let before: readonly ScrapedFamily[];
  let after: readonly ScrapedFamily[];
  let said = 0;
  let secondsApart = 60;
  beforeAll(async () => {
    await arrange?.();
    const from = performance.now();
    before = await scrape(stack, 'is left out');
    if (says) said = logOf(says[0]).length;
    try {
      await bring();
      after = await scrape(stack, 'is left out');
      if (timed) secondsApart = (performance.now() - from) / 1_000;
    } finally {
      await undo?.();
    }
  });

  const canBe = !needsRedis || hasRedis;
  const told = canBe && (counts.length > 0 || says) ? it : it.skip;
  told('is counted and said', async () => {
    for (const [metric, labels] of counts)
      expect([metric, valueOf(after, metric, labels)]).not.toEqual([metric, valueOf(before, metric, labels)]);
    // A busy process writes its log a moment later.
    if (says) await until(says[1], () => logOf(says[0]).slice(said).includes(says[1]));
  });

  (canBe ? itWithPromtool : it.skip)(`rings ${alerts.join(', ')}`, () => {
    expect(silent({ ...cause, secondsApart }, before, after)).toBe('');
  });
});

/** Alarms that are provoked on running processes elsewhere, and the file that does it. */
const elsewhere: Readonly<Record<string, string>> = {
  'INCIDENT: the journal was altered': 'services/wallet/test/audit-command.test.ts',
  'INCIDENT: the database lost what it had confirmed': 'services/wallet/test/silent-loss.test.ts',
  ConfirmedDataLost: 'services/wallet/test/silent-loss.test.ts',
  ReplicaUnheard: 'services/wallet/test/silent-loss.test.ts',
  JournalNotArchived: 'packages/e2e/test/observability/archive-alarm.test.ts',
  'INCIDENT: a journal cannot be archived, because it was altered': 'services/wallet/test/archive.test.ts',
  'INCIDENT: a signer was offered an old or forged document of an application':
    'services/wallet/test/trust.test.ts',
  'INCIDENT: a journal lacks entries that this witness has cosigned': 'services/witness/test/logs.test.ts',
  'INCIDENT: a checkpoint is not signed by the key of its journal': 'services/witness/test/logs.test.ts',
  wallet_service_share_refused_total: 'packages/e2e/test/one-tenant-starves-nobody.test.ts',
};

describe('every alarm has its cause', () => {
  const provoked = [...causes.flatMap(({ alerts }) => alerts), ...Object.keys(elsewhere)];

  it('among the alerts', () => {
    expect([...new Set(provoked)].filter((name) => !/^(INCIDENT|wallet_service_)/.test(name)).sort()).toEqual(
      alertRules()
        .map(({ alert }) => alert)
        .sort(),
    );
  });

  it('among the lines that say INCIDENT', () => {
    const said = [...causes.flatMap(({ says }) => (says ? [says[1]] : [])), ...Object.keys(elsewhere)];
    const lines = ['services', 'packages'].flatMap((folder) =>
      incidentLines(path.join(repositoryRoot(), folder)),
    );
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => !said.includes(line))).toEqual([]);
  });

  it('among the counters of incidents and of what was lost', () => {
    const listed = readFileSync(path.join(observability, 'metrics.md'), 'utf8');
    const alarming = [
      ...listed.matchAll(/^- \*\*`(wallet_service_\w*(?:incidents|forged|lost|reuses|refused)\w*_total)`/gm),
    ];
    const counted = [
      ...causes.flatMap(({ counts = [] }) => counts.map(([metric]) => metric)),
      ...Object.keys(elsewhere),
    ];
    expect(alarming.length).toBeGreaterThan(3);
    expect(alarming.map(([, name = '']) => name).filter((name) => !counted.includes(name))).toEqual([]);
  });

  it.each(Object.entries(elsewhere))('%s is provoked in %s', (_, file) => {
    expect(readFileSync(path.join(repositoryRoot(), file), 'utf8').length).toBeGreaterThan(0);
  });
});

function incidentLines(folder: string): string[] {
  const files = readdirSync(folder).flatMap((name) => {
    const src = path.join(name, 'src');
    if (!existsSync(path.join(folder, src))) return [];
    const found = readdirSync(path.join(folder, src), { recursive: true, encoding: 'utf8' });
    return found.filter((file) => /(?<!\.test)\.ts$/.test(file)).map((file) => path.join(src, file));
  });
  return files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/'(INCIDENT: [^']+)'/g)].map(
      ([, line = '']) => line,
    ),
  );
}
