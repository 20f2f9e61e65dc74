import fc from 'fast-check';

export type Signing<Input> = {
  readonly inputs: fc.Arbitrary<Input>;
  readonly count: number;
  readonly remote: (input: Input) => Promise<unknown>;
  /** A library that has the same key. */
  readonly local: (input: Input) => Promise<unknown>;
};

const atOnce = 40;

/** The inputs for which the service's answer differs from the library's, or is missing. The seed repeats them. */
export async function differences<Input>({
  inputs,
  count,
  remote,
  local,
}: Signing<Input>): Promise<string[]> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const all = fc.sample(inputs, { seed, numRuns: count });
  const found: string[] = [];
  const waiting = all.entries();
  const work = async (): Promise<void> => {
    for (const [index, input] of waiting) {
      const [theirs, ours] = await Promise.all([
        remote(input).catch((error: unknown) => `${String(error)} ${JSON.stringify(error)}`),
        local(input),
      ]);
      if (fc.stringify(theirs) !== fc.stringify(ours))
        found.push(
          `seed ${seed}, input ${index}: ${fc.stringify(input)}: ${fc.stringify(theirs)}, not ${fc.stringify(ours)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found.slice(0, 3);
}
