/** anvil and litesvm are native programs, and pnpm-lock.yaml has them for this platform only. */
const atHand = process.platform === 'linux' && process.arch === 'x64';
if (!atHand) console.warn('skipped: anvil and litesvm are locked for linux x64 alone (pnpm-lock.yaml)');

/** For tests that need a chain node. */
export const describeOnNode = atHand ? describe : describe.skip;
