import vm from 'node:vm';

// WebAssembly modules with one bit flipped.

declare const WebAssembly: { readonly validate: (bytes: Uint8Array) => boolean };

/** [start, end) in the bytes of a module. */
export type Range = readonly [start: number, end: number];

const sectionIds = { code: 10, data: 11 };

/** Where a module has its code, or its data: tables and constants. */
export function sectionOf(module: Uint8Array, section: keyof typeof sectionIds): Range {
  // Behind the magic number and the version.
  for (let at = 8; at < module.length;) {
    const id = module[at];
    const [length, start] = readNumber(module, at + 1);
    if (id === sectionIds[section]) return [start, start + length];
    at = start + length;
  }
  throw new Error(`the module has no ${section}`);
}

/** LEB128, and where it ends. */
function readNumber(bytes: Uint8Array, start: number): [number: number, end: number] {
  let number = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    number |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [number, at + 1];
  }
}

/** Numbers below a limit, always the same for a seed (mulberry32). */
export function numbersOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

export function flipped(module: Uint8Array, at: number, bit: number): Uint8Array {
  const changed = new Uint8Array(module);
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
}

/** `count` modules with another bit flipped in the range, which the engine accepts. */
export function mutantsOf(
  module: Uint8Array,
  [start, end]: Range,
  { count, seed }: { readonly count: number; readonly seed: number },
): Uint8Array[] {
  const number = numbersOf(seed);
  const mutants: Uint8Array[] = [];
  while (mutants.length < count) {
    const mutant = flipped(module, start + number(end - start), number(8));
    if (WebAssembly.validate(mutant)) mutants.push(mutant);
  }
  return mutants;
}

/** Bytes around a place that both modules must have, to count as the same code. */
const contextBytes = 12;

/** `count` pairs of modules with the same bit flipped in code that both have. */
export function pairsOf(
  one: Uint8Array,
  other: Uint8Array,
  { count, seed }: { readonly count: number; readonly seed: number },
): (readonly [Uint8Array, Uint8Array])[] {
  const number = numbersOf(seed);
  const [start, end] = sectionOf(one, 'code');
  const [otherStart, otherEnd] = sectionOf(other, 'code');
  const otherCode = Buffer.from(other.subarray(otherStart, otherEnd));
  const pairs: (readonly [Uint8Array, Uint8Array])[] = [];
  while (pairs.length < count) {
    const at = start + contextBytes + number(end - start - 2 * contextBytes);
    const around = one.subarray(at - contextBytes, at + contextBytes);
    const found = otherCode.indexOf(around);
    if (found === -1 || otherCode.indexOf(around, found + 1) !== -1) continue;
    const bit = number(8);
    const pair = [flipped(one, at, bit), flipped(other, otherStart + found + contextBytes, bit)] as const;
    if (pair.every((mutant) => WebAssembly.validate(mutant))) pairs.push(pair);
  }
  return pairs;
}

const longestMs = 300;
const sandbox = vm.createContext({});
const script = new vm.Script('work()');

/** What `work` returns, `trapped` if its module traps or is refused, `stuck` if it does not end. */
export function outcomeOf<T>(work: () => T): T | 'trapped' | 'stuck' {
  try {
    sandbox['work'] = work;
    return script.runInContext(sandbox, { timeout: longestMs }) as T;
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'stuck';
    if (name === 'RuntimeError' || name === 'LinkError' || /does not begin|not a private key/.test(message))
      return 'trapped';
    throw error;
  }
}
