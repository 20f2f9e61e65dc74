// A wallet and then a signer are killed while users sign. What was answered must be right; what was not must say so; and the rest goes on.
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { crash, inspect, query } from './docker.mjs';

const { verifyMessage } = createRequire(new URL('../../packages/dev-env/package.json', import.meta.url))(
  'ethers',
);

const seconds = 24;
const users = 8;
const longestGapMs = 6_000;
const expectedCodes = /^service\./;

/** Returns what is wrong, one line each. `sign(message)` resolves to { status, body }; all of it for one wallet, `address`. */
export async function crashFaults({ sign, address }) {
  const successes = [];
  const refusals = new Map();
  const faults = [];
  const signedBefore = signedEntries();
  const endsAt = Date.now() + seconds * 1_000;

  async function user() {
    while (Date.now() < endsAt) {
      const message = randomBytes(24);
      const { status, body } = await sign(message).catch((error) => ({
        status: 0,
        body: { code: String(error.cause ?? error) },
      }));
      if (status === 200) {
        successes.push(Date.now());
        if (verifyMessage(message, body.signature) !== address) faults.push('a signature does not verify');
      } else {
        const code = body?.code ?? 'no code';
        refusals.set(`${status} ${code}`, (refusals.get(`${status} ${code}`) ?? 0) + 1);
        if (!expectedCodes.test(code)) faults.push(`an answer of ${status} with ${code}`);
        await sleep(20);
      }
    }
  }
  async function killer() {
    for (const service of ['wallet-1', 'signer-1']) {
      await sleep((seconds * 1_000) / 4);
      crash(service);
    }
  }
  await Promise.all([killer(), ...Array.from({ length: users }, user)]);

  const gap = Math.max(...successes.map((at, index) => at - (successes[index - 1] ?? at)));
  if (gap > longestGapMs) faults.push(`nobody could sign for ${gap} ms`);
  const signed = signedEntries() - signedBefore;
  if (signed < successes.length)
    faults.push(`${successes.length} signatures left, ${signed} are in the journal`);
  const wallets = Number(query('SELECT count(*) FROM wallet.wallets'));
  if (wallets !== 1) faults.push(`${wallets} wallets for one user and chain`);
  for (const service of ['wallet-1', 'signer-1'])
    if (!(await comesBack(service))) faults.push(`${service} does not come back`);
  const refused = [...refusals].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
  console.log(
    `       ${successes.length} signatures, refused: ${refused}, longest gap ${gap} ms, ${signed} in the journal`,
  );
  return [...new Set(faults)];
}

function signedEntries() {
  return Number(
    query("SELECT count(*) FROM wallet.journal_entries WHERE kind = 'result' AND outcome = 'signed'"),
  );
}

async function comesBack(service) {
  for (let attempt = 0; attempt < 60; attempt++) {
    const { RestartCount: restarts, State: state } = inspect(service);
    if (restarts > 0 && state.Health?.Status === 'healthy') return true;
    await sleep(1_000);
  }
  return false;
}
