const itemsInOneStep = 1024;

/** The items in ascending order, sorted in steps so that others have their turn in between. */
export function* sortedInSteps(items: Iterable<bigint>): Generator<undefined, bigint[]> {
  let sorted: bigint[][] = [];
  let run: bigint[] = [];
  const endRun = () => {
    sorted.push(run.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    run = [];
  };
  for (const item of items) {
    run.push(item);
    if (run.length < itemsInOneStep) continue;
    endRun();
    yield;
  }
  endRun();
  while (sorted.length > 1) {
    const merged: bigint[][] = [];
    for (let at = 0; at < sorted.length; at += 2)
      merged.push(yield* mergedInSteps(sorted[at] ?? [], sorted[at + 1] ?? []));
    sorted = merged;
  }
  return sorted[0] ?? [];
}

function* mergedInSteps(a: readonly bigint[], b: readonly bigint[]): Generator<undefined, bigint[]> {
  const merged: bigint[] = [];
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    if (merged.length % itemsInOneStep === 0) yield;
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && (right === undefined || left <= right)) {
      merged.push(left);
      i += 1;
    } else if (right !== undefined) {
      merged.push(right);
      j += 1;
    }
  }
  return merged;
}
