import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeTrustKit, makeWallet, must, signRequest, withVerdict, type TestWallet } from './trust-kit.js';

// What a caller with a valid certificate but few or no permissions can do to the signer, and to the wallet service's
// calls at the same time.

const kit = makeTrustKit();
const script = fileURLToPath(new URL('flood.cjs', import.meta.url));
const seconds = 0.5;
const attempts = 3;
let signer: SignerProcess;
let wallet: TestWallet;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
  wallet = await makeWallet(signer, kit, { chain: 'ETH' });
});
afterAll(async () => {
  await signer.stop();
});

const pid = (): number => signer.child.pid ?? 0;
/** The processor time, in seconds, that the signer has used. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${pid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
function residentMebibytes(): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024;
}

/** Each attack has its own certificate, so that no attack profits from what an earlier one used up. */
async function certificateOf(names: string): Promise<string> {
  const { ca, cert, key } = await signer.authority.issue(names);
  const folder = mkdtempSync(path.join(signer.folder, 'caller-'));
  for (const [file, bytes] of Object.entries({ ca, cert, key }))
    writeFileSync(path.join(folder, file), bytes);
  return folder;
}

async function flood(attack: string, caller: string) {
  const folder = await certificateOf(`${caller},${attack}.example.com`);
  const before = { cpu: cpuSeconds(), log: signer.output().length, memory: residentMebibytes() };
  const args = [script, attack, signer.address, folder, String(seconds)];
  const running = promisify(execFile)(process.execPath, args);
  const end = new AbortController();
  void running.finally(() => {
    end.abort();
  });
  const isOver = (): boolean => end.signal.aborted;
  const started = performance.now();
  const latencies: number[] = [];
  let mostMemory = 0;
  while (!isOver()) {
    const asked = performance.now();
    const request = withVerdict(signRequest(kit, wallet, [new Uint8Array(32).fill(7)]), kit.policyKey);
    must(await signer.call('Sign', request));
    latencies.push(performance.now() - asked);
    mostMemory = Math.max(mostMemory, residentMebibytes());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const managed = JSON.parse((await running).stdout) as { connected: number; sent: number; cut: number };
  return {
    managed,
    slowest: Math.round(Math.max(...latencies)),
    calls: latencies.length,
    // Includes the cost of the wallet's own calls, which is small.
    load: Math.round(((cpuSeconds() - before.cpu) / ((performance.now() - started) / 1000)) * 100) / 100,
    logBytes: signer.output().length - before.log - latencies.length * 200,
    grown: Math.round(mostMemory - before.memory),
  };
}

const attacks = [...readFileSync(script, 'utf8').matchAll(/^ {2}'?([a-z0-9-]+)'?: \{/gm)].map(
  ([, name]) => name ?? '',
);
/** Attacks that get further when the caller may call something. The signer does not even read a stranger's messages. */
const attacksByMessages = attacks.filter((attack) =>
  /frames|messages|fields|methods|calls|updates|pieces|bombs|ids|pings/.test(attack),
);

function faultsOf(seen: Awaited<ReturnType<typeof flood>>): readonly string[] {
  return [
    seen.managed.connected === 0 && 'the attack did not take place',
    seen.slowest > 1_000 && 'the wallet waited',
    seen.load > 0.75 && 'the signer was busy',
    seen.logBytes > 30_000 && 'the log grew',
    seen.grown > 100 && 'the memory grew',
  ].filter((fault) => fault !== false);
}

it.each([
  ...attacks.map((attack) => ['gateway', attack] as const),
  ...attacksByMessages.map((attack) => ['operator', attack] as const),
])(
  "a certificate of %s, %s: the signer's load, log and memory stay small, and it answers the wallet",
  async (caller, attack) => {
    const all: unknown[] = [];
    // Others use this machine too, so a bad measurement is repeated before it counts.
    while (all.length < attempts) {
      const seen = await flood(attack, caller);
      const faults = faultsOf(seen);
      if (faults.length === 0) return;
      all.push({ seen, faults });
    }
    expect(all).toEqual([]);
  },
);
