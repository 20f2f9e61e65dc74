import { until, untilItSucceeds } from './until.js';

describe('until', () => {
  it('resolves to the first truthy answer', async () => {
    const answers = [undefined, '', false, 'yes', 'later'];
    expect(await until('an answer', () => answers.shift())).toBe('yes');
    expect(answers).toEqual(['later']);
  });

  it('says what never came', async () => {
    await expect(until('Godot', () => Promise.resolve(false), 60)).rejects.toThrow(
      'waited 60 ms without success for Godot',
    );
  });

  it('does not go on after an error', async () => {
    let asked = 0;
    const ask = () => Promise.reject(new Error(`broken ${++asked}`));
    await expect(until('it', ask)).rejects.toThrow('broken 1');
    expect(asked).toBe(1);
  });
});

describe('untilItSucceeds', () => {
  it('resolves to what the work gives in the end', async () => {
    let failures = 2;
    const work = () => (failures-- > 0 ? Promise.reject(new Error('not yet')) : Promise.resolve('done'));
    expect(await untilItSucceeds(work)).toBe('done');
  });

  it('throws what went wrong last', async () => {
    let tries = 0;
    const work = () => Promise.reject(new Error(`try ${++tries}`));
    await expect(untilItSucceeds(work, 120)).rejects.toThrow(/^try [2-9]$/);
  });
});
