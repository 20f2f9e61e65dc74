import { gatherMs, pauseOfSequencer } from './sequencer-rhythm.js';

/** The work of a turn comes on top. */
const mostMs = 800;

it('an entry is due in a turn within 0.8 s, whenever it comes, also to an idle process', () => {
  for (const begun of [true, false])
    for (let comesAt = 1; comesAt <= 2_000; comesAt += 1) {
      let turnAt = 0;
      for (let waits = begun; turnAt < comesAt + gatherMs;) {
        turnAt += pauseOfSequencer(waits);
        waits = comesAt <= turnAt;
      }
      expect(turnAt - comesAt).toBeLessThan(mostMs);
    }
});

it('it looks less often while none waits', () => {
  expect(pauseOfSequencer(false)).toBeGreaterThan(pauseOfSequencer(true));
});
