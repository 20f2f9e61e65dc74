import { setTimeout as sleep } from 'node:timers/promises';

const mostAttempts = 20;
const lostRaces = ['23505', '42710', '42P06', '42P07', 'XX000', '40001', '40P01'];

/**
 * Runs work that several replicas may do at once, and that finds out what is done already. IF NOT EXISTS does not
 * see what another transaction is creating: the slower one gets one of these errors, and finds it done when it looks
 * again.
 */
export async function whileOthersDo(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (!lostRaces.includes(code ?? '') || attempt === mostAttempts) throw error;
      await sleep(20 * attempt);
    }
  }
}
