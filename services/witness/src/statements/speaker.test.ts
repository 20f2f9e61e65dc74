import { generateKeyPairSync } from 'node:crypto';
import { createSpeaker } from './speaker.js';

const { privateKey } = generateKeyPairSync('ed25519');
const digest = new Uint8Array(32).fill(1);

function speakerAt(start: number) {
  const clock = { seconds: start };
  const behind: number[] = [];
  const speak = createSpeaker({
    kid: 'k',
    privateKey,
    now: () => clock.seconds * 1000 + 999,
    rootVersion: () => 1,
    onClockBehind: (seconds) => behind.push(seconds),
  });
  return { clock, behind, speak: (observedAt: number) => speak('application:a', digest, observedAt) };
}

describe('the times of statements', () => {
  it('stand still while the clock is a little behind', () => {
    const { clock, speak, behind } = speakerAt(1_000);
    expect(speak(990)).toMatchObject({ statedAt: 1_000, observedAt: 990 });
    clock.seconds = 990;
    expect(speak(990)).toMatchObject({ statedAt: 1_000, observedAt: 990 });
    clock.seconds = 1_001;
    expect(speak(990)).toMatchObject({ statedAt: 1_001 });
    expect(behind).toEqual([]);
  });

  it('are not stated at all while the clock is further behind, and are again afterwards', () => {
    const { clock, speak, behind } = speakerAt(1_000);
    speak(1_000);
    clock.seconds = 989;
    expect(() => speak(900)).toThrow('clock');
    expect(behind).toEqual([11]);
    clock.seconds = 1_000;
    expect(speak(900)).toMatchObject({ statedAt: 1_000 });
  });

  it('never say that something was seen later than it is stated', () => {
    expect(speakerAt(1_000).speak(5_000)).toMatchObject({ statedAt: 1_000, observedAt: 1_000 });
  });
});
