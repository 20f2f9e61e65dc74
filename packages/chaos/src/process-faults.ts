import { setTimeout as sleep } from 'node:timers/promises';
import { allReplicas, type Fault, type ChaosSetup } from './fault.js';

const services = ['gateway', 'identity', 'policy', 'wallet', 'signer', 'webhooks'] as const;
// Signers before wallets before gateways, as deploy/compose/roll.sh does.
const rollOrder = ['signer', 'policy', 'identity', 'webhooks', 'wallet', 'gateway'];

const connectionBroken = /^(ECONNRESET|EPIPE|ECONNREFUSED)$/;
const patienceMs = 30_000;

/** Kills a process as the kernel would, and resolves when another one has replaced it. */
async function crash({ process }: ChaosSetup, name: string): Promise<void> {
  const before = process(name).pid();
  process(name).kill('SIGKILL');
  const giveUpAt = Date.now() + patienceMs;
  while (Date.now() < giveUpAt) {
    const now = process(name).pid();
    if (now !== undefined && now !== before) return;
    await sleep(50);
  }
  throw new Error(`${name} was not started again`);
}

const killOne = services.map((service): Fault => ({
  name: `kill-${service}`,
  what: `kill -9 of one ${service} of two`,
  mayFail: service === 'gateway' ? connectionBroken : undefined,
  run: (setup) => crash(setup, `${service}-0`),
}));

const killAll = (['signer', 'policy', 'wallet', 'identity'] as const).map((service): Fault => ({
  name: `kill-every-${service}`,
  what: `kill -9 of every ${service}`,
  run: async (setup) => {
    await Promise.all(allReplicas(service).map((name) => crash(setup, name)));
  },
}));

/**
 * A process that hangs keeps its connections open and answers nothing. They are half-open, as after a cable was pulled.
 */
const hang = (['identity', 'policy', 'wallet', 'signer'] as const).map((service): Fault => ({
  name: `hang-${service}`,
  what: `one ${service} of two stops for 6 s with its connections open`,
  run: async ({ process }) => {
    process(`${service}-0`).kill('SIGSTOP');
    await sleep(6_000);
    process(`${service}-0`).kill('SIGCONT');
  },
}));

const rollingRestart: Fault = {
  name: 'roll',
  what: 'a rolling restart of every service',
  mayFail: 'none',
  run: async ({ process }) => {
    for (const service of rollOrder) for (const name of allReplicas(service)) await process(name).restart();
  },
};

const crowd = 400;

/** Everybody comes at once while every process restarts. */
const herd: Fault = {
  name: 'herd',
  what: `every process is killed, and ${crowd} requests wait for it`,
  mayFail: connectionBroken,
  run: async (setup) => {
    const names = services.flatMap((service) => allReplicas(service));
    // Counted from when every process runs again.
    let giveUpAt = Infinity;
    const coming = Array.from({ length: crowd }, async (_, index) => {
      const user = setup.users[index % setup.users.length];
      if (!user) return;
      for (let pauseMs = 100; Date.now() < giveUpAt; pauseMs = Math.min(2 * pauseMs, 2_000)) {
        if ((await setup.sign(user)).status === 200) return;
        await sleep(pauseMs * (0.5 + Math.random()));
      }
      throw new Error('a client of the herd was never served');
    });
    const crashed = Promise.all(names.map((name) => crash(setup, name))).finally(() => {
      giveUpAt = Date.now() + patienceMs;
    });
    await Promise.all([crashed, ...coming]);
  },
};

export const processFaults: readonly Fault[] = [...killOne, ...killAll, ...hang, rollingRestart, herd];
