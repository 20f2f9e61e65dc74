import { generateKeyPairSync } from 'node:crypto';
import { createClock, createSpeaker } from './speaker.js';

const { privateKey } = generateKeyPairSync('ed25519');
const digest = new Uint8Array(32).fill(1);
const subject = 'application:a';

function speakerAt(start: number) {
  const clock = { seconds: start };
  const behind: number[] = [];
  const speaker = createSpeaker({
    kid: 'k',
    privateKey,
    time: createClock({
      now: () => clock.seconds * 1000 + 999,
      onClockBehind: (seconds) => behind.push(seconds),
    }),
    rootVersion: () => 1,
  });
  const speak = async (observedAt: number) => {
    const { statement } = await speaker(() => Promise.resolve({ items: [{ subject, digest, observedAt }] }));
    return { statedAt: statement?.statedAt, observedAt: statement?.items[0]?.observedAt };
  };
  return { clock, behind, speaker, speak };
}

describe('the times of statements', () => {
  it('stand still while the clock is a little behind', async () => {
    const { clock, speak, behind } = speakerAt(1_000);
    expect(await speak(990)).toEqual({ statedAt: 1_000, observedAt: 990 });
    clock.seconds = 990;
    expect(await speak(990)).toEqual({ statedAt: 1_000, observedAt: 990 });
    clock.seconds = 1_001;
    expect(await speak(990)).toMatchObject({ statedAt: 1_001 });
    expect(behind).toEqual([]);
  });

  it('are not stated at all while the clock is further behind, and are again afterwards', async () => {
    const { clock, speak, behind } = speakerAt(1_000);
    await speak(1_000);
    clock.seconds = 989;
    await expect(speak(900)).rejects.toThrow('clock');
    expect(behind).toEqual([11]);
    clock.seconds = 1_000;
    expect(await speak(900)).toMatchObject({ statedAt: 1_000 });
  });

  it('never say that something was seen later than it is stated', async () => {
    expect(await speakerAt(1_000).speak(5_000)).toEqual({ statedAt: 1_000, observedAt: 1_000 });
  });

  it('are from before anything was read, so that nothing newer can be stated earlier than it', async () => {
    const { clock, speaker } = speakerAt(1_000);
    const { statement } = await speaker(() => {
      clock.seconds += 7;
      return Promise.resolve({ items: [{ subject, digest, observedAt: 900 }] });
    });
    expect(statement?.statedAt).toBe(1_000);
  });

  it('are taken anew when something was seen while it was read', async () => {
    const { clock, speaker } = speakerAt(1_000);
    let reads = 0;
    const { found, statement } = await speaker(() => {
      reads += 1;
      if (reads === 1) clock.seconds = 1_003;
      return Promise.resolve({
        reads,
        items: [{ subject, digest, observedAt: reads === 1 ? 1_002 : 1_003 }],
      });
    });
    expect([found.reads, statement?.statedAt, statement?.items[0]?.observedAt]).toEqual([2, 1_003, 1_003]);
  });
});

it('states nothing where there is nothing to state', async () => {
  const answer = await speakerAt(1_000).speaker(() => Promise.resolve({ items: [] }));
  expect(answer).toEqual({ found: { items: [] } });
});
