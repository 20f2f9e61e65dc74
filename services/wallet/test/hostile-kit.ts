import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ApplicationUnderTest } from './application-under-test.js';
import type { Running } from './real-suite.js';

export const someone = (name: string): string => `${name}-${randomUUID()}`;

export const proving = (on: ApplicationUnderTest, subject: string, email: string) =>
  on.user(subject, { assertsEmail: true, claims: { email, email_verified: true } });

/** Turns a wallet that has a key into a placeholder. */
export const setBack = `update wallet.wallets set record_version = 0, sealed = null, public_key = null,
  address = null, lease_id = gen_random_uuid(),
  lease_ends = now() - interval '1 hour', recovery_record = null where wallet_id = $1`;

async function incidents({ operations }: Running, finding: string): Promise<number> {
  const page = await (await fetch(`${operations}/metrics`)).text();
  const counter = `wallet_service_stored_record_incidents_total{refusal="${finding}"`;
  const line = page.split('\n').find((one) => one.startsWith(counter));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Asserts that a wallet service refuses `work`, logs an incident and counts one more of its kind. */
export async function refusedWithIncident(
  reading: Running,
  finding: string,
  work: () => Promise<unknown>,
  refusal: object = { code: 'wallet.record-mismatch' },
): Promise<void> {
  const before = await incidents(reading, finding);
  await expect(work()).rejects.toMatchObject(refusal);
  expect(await incidents(reading, finding)).toBeGreaterThan(before);
  expect(reading.output()).toMatch(new RegExp(`"level":"error".*${finding}.*INCIDENT`));
}

/** As the database owner. */
export async function asOwnerOf(url: string, sql: string, ...values: unknown[]): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query(sql, values);
  } finally {
    await owner.end();
  }
}
