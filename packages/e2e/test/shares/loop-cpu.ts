import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { TestStack } from '@wallet-service/local-stack';

// CPU of the threads that run event loops, as the kernel counts it. Work outside the loop delays nobody, and other
// users of the machine are not counted.

/** By process, in milliseconds since its start. */
export type LoopCpu = ReadonlyMap<string, number>;

export function loopCpuOf({ processes }: Pick<TestStack, 'processes'>): LoopCpu {
  return new Map(
    processes.map(({ name, pid }) => {
      const id = pid();
      if (id === undefined) throw new Error(`${name} does not run`);
      return [name, onCpuMs(id)];
    }),
  );
}

/** The first figure of schedstat: nanoseconds on a CPU. A process's first thread has its id, and runs its loop. */
export function onCpuMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

const key = new Uint8Array(32).fill(7);
const publicKey = secp256k1.getPublicKey(key);
const signature = secp256k1.sign(key, key, { prehash: false });
const verificationsAtOnce = 4;

/**
 * How long one verification of an ECDSA signature takes now, in ms: about one. In this unit all machines are equally
 * fast.
 */
export function verificationMs(): number {
  const times = [1, 2, 3].map(() => {
    // Not schedstat, which does not change while a thread runs until the kernel's next tick.
    const before = process.cpuUsage();
    for (let i = 0; i < verificationsAtOnce; i += 1)
      secp256k1.verify(signature, key, publicKey, { prehash: false });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / verificationsAtOnce;
  });
  return Math.min(...times);
}
