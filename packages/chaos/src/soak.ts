import { readFileSync } from 'node:fs';
import { throwAll, type Fault, type ChaosSetup } from './fault.js';

const rounds = 6;
const requestsEachRound = 1_500;
const inFlight = 12;
/** How much a process may grow from the second round to the last. */
const mayGrow = { factor: 1.25, bytes: 32 << 20 };

/** Thousands of requests as fast as possible, and then the memory of each process. */
export const soak: Fault = {
  name: 'soak',
  what: `${rounds * requestsEachRound} signatures as fast as they go; memory must not grow`,
  mayFail: 'none',
  run: async (setup) => {
    const sizes: ReadonlyMap<string, number>[] = [];
    for (let round = 0; round < rounds; round++) {
      await signMany(setup, requestsEachRound);
      sizes.push(residentBytes(setup));
    }
    const [, second, ...later] = sizes;
    const last = later.at(-1);
    const grown = setup.stack.processes.flatMap(({ name }) => {
      const [before = 0, after = 0] = [second?.get(name), last?.get(name)];
      if (after <= before * mayGrow.factor + mayGrow.bytes) return [];
      return [`${name} grew from ${mebibytes(before)} to ${mebibytes(after)} MiB`];
    });
    throwAll(grown);
  },
};

async function signMany({ users, sign }: ChaosSetup, requests: number): Promise<void> {
  let left = requests;
  const work = async (worker: number): Promise<void> => {
    for (let step = worker; left-- > 0; step++) {
      const user = users[step % users.length];
      if (user) await sign(user);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, worker) => work(worker)));
}

function residentBytes({ stack }: ChaosSetup): ReadonlyMap<string, number> {
  return new Map(
    stack.processes.map(({ name, pid }) => {
      const status = readFileSync(`/proc/${pid() ?? 0}/status`, 'utf8');
      return [name, Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024];
    }),
  );
}

const mebibytes = (bytes: number): string => (bytes / (1 << 20)).toFixed(0);
