import { until, untilItSucceeds } from './until.js';

describe('until', () => {
  it('resolves to the first truthy answer', async () => {
    const answers = [undefined, '', false, 'yes', 'later'];
    expect(await until('an answer', () => answers.shift())).toBe('yes');
    expect(answers).toEqual(['later']);
  });

  it('names what did not happen', async () => {
    await expect(until('Godot', () => Promise.resolve(false), 60)).rejects.toThrow(
      'waited 60 ms without success for Godot',
    );
  });

  it('stops after an error', async () => {
    let asked = 0;
    const ask = () => Promise.reject(new Error(`broken ${++asked}`));
    await expect(until('it', ask)).rejects.toThrow('broken 1');
    expect(asked).toBe(1);
  });
});

describe('untilItSucceeds', () => {
  it("resolves to the work's result in the end", async () => {
    let failures = 2;
    const work = () => (failures-- > 0 ? Promise.reject(new Error('not yet')) : Promise.resolve('done'));
    expect(await untilItSucceeds(work)).toBe('done');
  });

  it('throws the last error', async () => {
    let tries = 0;
    const work = () => Promise.reject(new Error(`try ${++tries}`));
    await expect(untilItSucceeds(work, 120)).rejects.toThrow(/^try [2-9]$/);
  });
});
