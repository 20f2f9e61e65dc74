export type Scalar = string | number | boolean;

/** Scalars by type, for a message. `order` has a letter for each value: t, n or f says which list has it. */
export type ScalarList = {
  readonly texts: string[];
  readonly numbers: number[];
  readonly flags: boolean[];
  readonly order: string;
};

const letters = { string: 't', number: 'n', boolean: 'f' } as const;

export function scalarListOf(values: readonly Scalar[]): ScalarList {
  return {
    texts: values.filter((each) => typeof each === 'string'),
    numbers: values.filter((each) => typeof each === 'number'),
    flags: values.filter((each) => typeof each === 'boolean'),
    order: values.map((each) => letters[typeof each as keyof typeof letters]).join(''),
  };
}

/** What `scalarListOf` was given. Null where a list has no value for a letter, or there is no such letter. */
export function scalarsOf({ texts, numbers, flags, order }: ScalarList): readonly (Scalar | null)[] {
  const lists: Readonly<Record<string, Iterator<Scalar, undefined>>> = {
    t: texts.values(),
    n: numbers.values(),
    f: flags.values(),
  };
  return Array.from(order, (letter) => lists[letter]?.next().value ?? null);
}
