import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.js';

/** For NODE_OPTIONS: makes the clock of a process wrong by that many seconds. */
export function wrongClock(seconds: number): string {
  const program =
    `const right=Date,off=${seconds * 1000};globalThis.Date=class extends right{` +
    'constructor(...a){a.length?super(...a):super(right.now()+off)}static now(){return right.now()+off}};';
  return `--import=data:text/javascript,${encodeURIComponent(program)}`;
}

const skewed = (service: string, seconds: number, mayFail: Fault['mayFail']): Fault => ({
  name: `clock-${service}${seconds < 0 ? '-behind' : '-ahead'}`,
  what: `the clock of one ${service} of two is wrong by ${seconds} s`,
  mayFail,
  run: async ({ process }) => {
    await process(`${service}-0`).restart({ NODE_OPTIONS: wrongClock(seconds) });
    await sleep(3_000);
    await process(`${service}-0`).restart();
  },
});

// A process with a good clock refuses, with a code, what comes from one with a wrong clock. There is never a signature
// that the signer's own clock does not allow.
const refusedByClock = /^(auth\.token-(invalid|expired)|provider\.not-trusted-yet)$/;

export const clockFaults: readonly Fault[] = [
  skewed('signer', 600, refusedByClock),
  skewed('signer', -600, refusedByClock),
  skewed('policy', 600, refusedByClock),
  skewed('wallet', -600, refusedByClock),
  skewed('gateway', 600, refusedByClock),
];
