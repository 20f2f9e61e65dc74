// Users sign all the time, while something happens to the stack.
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './docker.mjs';

const e2e = new URL('../../packages/e2e/package.json', import.meta.url);
const { verifyMessage } = createRequire(e2e)('ethers');

const users = 8;
const longestGapMs = 6_000;
const expectedCodes = /^service\./;

/**
 * `sign(message)` resolves to { status, body }, always for one wallet, `address`. A little after `event` is over, this
 * resolves to the faults, one line each, and to the number of refused requests.
 */
export async function whileUsersSign({ sign, address }, event) {
  const successes = [];
  const refusals = new Map();
  const faults = [];
  const signedBefore = signedEntries();
  let over = false;

  async function user() {
    while (!over) {
      const message = randomBytes(24);
      const { status, body } = await sign(message).catch(unanswered);
      if (status === 200) {
        successes.push(Date.now());
        if (verifyMessage(message, body.signature) !== address) faults.push('a signature does not verify');
        continue;
      }
      const what = `${status} ${body?.code ?? 'no code'}`;
      refusals.set(what, (refusals.get(what) ?? 0) + 1);
      if (!expectedCodes.test(body?.code ?? '')) faults.push(`an answer of ${what}`);
      await sleep(20);
    }
  }
  const happening = event()
    .then(() => sleep(5_000))
    .finally(() => (over = true));
  await Promise.all([happening, ...Array.from({ length: users }, user)]);

  const gap = Math.max(...successes.map((at, index) => at - (successes[index - 1] ?? at)));
  if (gap > longestGapMs) faults.push(`nobody could sign for ${gap} ms`);
  const journalled = signedEntries() - signedBefore;
  if (journalled < successes.length)
    faults.push(`${successes.length} signatures left, ${journalled} are in the journal`);
  const wallets = Number(query('SELECT count(*) FROM wallet.wallets'));
  if (wallets !== 1) faults.push(`${wallets} wallets for one user and chain`);
  const table = [...refusals].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
  console.log(
    `       ${successes.length} signatures, refused: ${table}, longest gap ${gap} ms, ${journalled} in the journal`,
  );
  return {
    faults: [...new Set(faults)],
    refused: [...refusals.values()].reduce((sum, count) => sum + count, 0),
  };
}

const unanswered = (error) => ({ status: 0, body: { code: String(error.cause ?? error) } });

function signedEntries() {
  return Number(
    query("SELECT count(*) FROM wallet.journal_entries WHERE kind = 'result' AND outcome = 'signed'"),
  );
}
