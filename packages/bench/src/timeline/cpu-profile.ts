import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { garbageCollection, outsideJavaScript, stepOf, stepWithoutModule, type Step } from './steps.js';

/** What `node --cpu-prof` writes: a tree of calls, and which of them ran at each sample. Times in microseconds. */
export type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  /** On the monotonic clock of the machine, as `process.hrtime`. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** Names the module of a place in a script. */
export type ModuleOf = (url: string, line: number) => string;

/** Microseconds of each step between two moments of the monotonic clock, in microseconds. Without idle time. */
export function microsecondsByStep(
  { nodes, startTime, samples, timeDeltas }: CpuProfile,
  { from, to }: { readonly from: number; readonly to: number },
  moduleOf: ModuleOf,
): ReadonlyMap<Step, number> {
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const known = new Map<number, Step | undefined>();

  function stepAt(id: number | undefined): Step | undefined {
    const frame = id === undefined ? undefined : frames.get(id);
    if (id === undefined || !frame) return stepWithoutModule;
    if (frame.functionName === '(idle)') return undefined;
    if (frame.functionName === '(garbage collector)') return garbageCollection;
    if (frame.functionName === '(program)') return outsideJavaScript;
    if (!known.has(id))
      known.set(id, stepOf(moduleOf(frame.url, frame.lineNumber)) ?? stepAt(parents.get(id)));
    return known.get(id);
  }

  const used = new Map<Step, number>();
  let time = startTime;
  samples.forEach((sample, index) => {
    time += timeDeltas[index] ?? 0;
    const step = time >= from && time <= to ? stepAt(sample) : undefined;
    // A sample stands for the time until the next one.
    if (step !== undefined) used.set(step, (used.get(step) ?? 0) + Math.max(0, timeDeltas[index + 1] ?? 0));
  });
  return used;
}

/** Finds the module in our bundles, where esbuild writes its path above it. */
export function modulesOfBundles(): ModuleOf {
  const bundles = new Map<string, readonly string[]>();
  return (url, line) => {
    if (!/\/dist\/[\w-]+\.c?js$/.test(url)) return url.replace(/^.*\/node_modules\//, 'node_modules/');
    let modules = bundles.get(url);
    if (!modules) {
      modules = modulesByLine(readFileSync(url.startsWith('file:') ? fileURLToPath(url) : url, 'utf8'));
      bundles.set(url, modules);
    }
    return modules[line] ?? url;
  };
}

/** The module of each line of a bundle. */
export function modulesByLine(bundle: string): readonly string[] {
  let module = '';
  return bundle.split('\n').map((line) => {
    module = /^\s*\/\/ ((?:\.\.\/)*(?:services|packages|node_modules)\/\S+)$/.exec(line)?.[1] ?? module;
    return module;
  });
}
