import fc from 'fast-check';

/** 2 makes some 2,500 signatures in all files of this folder. `SDK_RUNS=20` makes ten times as many. */
const times = Number(process.env['SDK_RUNS'] ?? 2);

/**
 * Runs `work` for some lists of generated items. A failure is not made smaller, because each attempt would sign again.
 */
export function forBatches<Item>(
  item: fc.Arbitrary<Item>,
  { batches, size }: { readonly batches: number; readonly size: number },
  work: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  const batch = fc.array(item, { minLength: size, maxLength: size });
  return fc.assert(fc.asyncProperty(batch, work), { numRuns: batches * times, endOnFailure: true });
}
