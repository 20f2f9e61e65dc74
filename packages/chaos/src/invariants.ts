import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { createPool } from '@wallet-service/postgres';
import { noArchive } from '@wallet-service/journal-format';
import { auditStoredJournals } from '@wallet-service/journal-format/audit-stored';
import { until } from '@wallet-service/test-kit/until';
import type { Fault, ChaosSetup } from './fault.js';
import type { Sample } from './load.js';

const silent = { info: () => undefined, warn: () => undefined };

/** What must hold after every fault. Returns one line for each violation. */
export async function brokenInvariants(
  setup: ChaosSetup,
  samples: readonly Sample[],
  { mayFail }: Pick<Fault, 'mayFail'>,
): Promise<readonly string[]> {
  const owner = new pg.Client({ connectionString: setup.stack.databaseUrl });
  await owner.connect();
  try {
    await integrated(owner);
    return [
      ...badAnswers(samples, mayFail),
      ...(await wrongWallets(owner, samples)),
      ...(await unjournaled(owner, setup, samples)),
      ...(await brokenChains(setup)),
    ];
  } finally {
    await owner.end();
  }
}

/** Resolves when the journals have every entry that is durable. Services that run move them. */
async function integrated(owner: pg.Client): Promise<void> {
  await until('the entries in their journals', async () => {
    const { rowCount } = await owner.query('select from wallet.journal_pending limit 1');
    return rowCount === 0;
  });
}

/** Every error has a code, and this fault explains it. */
function badAnswers(samples: readonly Sample[], mayFail: Fault['mayFail']): string[] {
  const failed = samples.filter(({ status }) => status !== 200);
  const unexplained = failed.filter(({ code }) => {
    if (mayFail === 'none') return true;
    return !/^service\./.test(code) && !(mayFail?.test(code) ?? false);
  });
  const kinds = new Set(
    unexplained.map(({ kind, status, code }) => `${kind} was answered ${status} ${code}`),
  );
  return [...kinds].map((kind) => `an error that nothing explains: ${kind}`);
}

/** Each user has one address per chain, forever, and it is stored. */
async function wrongWallets(owner: pg.Client, samples: readonly Sample[]): Promise<string[]> {
  const addresses = new Map<string, string>();
  const wrong: string[] = [];
  for (const { user, address } of samples) {
    if (address === undefined) continue;
    const before = addresses.get(user);
    if (before !== undefined && before !== address) wrong.push(`${user} got two addresses`);
    addresses.set(user, address);
  }
  const { rows } = await owner.query<{ owner_subject: string; address: string | null; count: string }>(
    `select owner_subject, min(address) as address, count(*) as count from wallet.wallets
     where interface = 'express' group by application_id, owner_issuer, owner_subject, chain`,
  );
  const stored = new Map(rows.map((row) => [row.owner_subject, row]));
  for (const { owner_subject: user, count } of rows)
    if (count !== '1') wrong.push(`${user} has ${count} wallets on one chain`);
  for (const [user, address] of addresses)
    if (stored.get(user)?.address !== address)
      wrong.push(`the wallet that ${user} was told of is not stored`);
  return wrong;
}

/** No signature leaves without its result in the journal, and none is made without its intent. */
async function unjournaled(
  owner: pg.Client,
  setup: ChaosSetup,
  samples: readonly Sample[],
): Promise<string[]> {
  const { rows } = await owner.query<{ trace_id: string; kind: string }>(
    `select trace_id, kind from wallet.journal_entries
     where kind = 'intent' or (kind = 'result' and outcome = 'signed')`,
  );
  const of = (kind: string): Set<string> =>
    new Set(rows.filter((row) => row.kind === kind).map((row) => row.trace_id));
  const [intents, results] = [of('intent'), of('result')];
  const left = samples.filter(
    ({ kind, status, traceId }) => kind === 'sign' && status === 200 && !results.has(traceId),
  );
  const made = signedTraces(setup.stack.logsDir).filter((traceId) => !intents.has(traceId));
  return [
    ...(left.length > 0 ? [`${left.length} signatures left that the journal does not have`] : []),
    ...(made.length > 0 ? [`${made.length} signatures were made without an intent in the journal`] : []),
  ];
}

/** The traces in which a signer signed, according to its own log. */
function signedTraces(logsDir: string): string[] {
  const files = readdirSync(logsDir).filter((name) => name.startsWith('signer-'));
  return files.flatMap((name) =>
    readFileSync(path.join(logsDir, name), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"op":"Sign","outcome":"ok"'))
      .flatMap((line) => /"traceId":"([0-9a-f]+)"/.exec(line)?.[1] ?? []),
  );
}

async function brokenChains({ stack }: ChaosSetup): Promise<string[]> {
  const database = createPool({ url: stack.databaseUrl, max: 1, logger: silent, applicationName: 'chaos' });
  const broken: string[] = [];
  try {
    for await (const { finding } of auditStoredJournals({ database, archive: noArchive }))
      if (!finding.intact) broken.push(`the journal is broken: ${finding.problem} at ${finding.seq}`);
  } finally {
    await database.end();
  }
  return broken;
}
