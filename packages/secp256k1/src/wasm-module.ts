/** What passes into and out of a module, as `passed_bytes` of wasm/module.h lays it out: [start, end). */
const layout = {
  privateKey: [0, 32],
  input: [32, 64],
  signature: [64, 128],
  publicKey: [128, 161],
} as const;
type Field = keyof typeof layout;
type Given = Partial<Record<Field, Uint8Array>>;

type Exports = {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Where `passed_bytes` starts. */
  readonly passed: { readonly value: number };
  readonly [name: string]: unknown;
};

/** As Node has it. The types of Node leave it to the types of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

type Instance = { readonly exports: Exports; readonly memory: Uint8Array; readonly passed: Uint8Array };

/** Reads a copy of a field, as the function that was called has left it. */
type Read = (field: Field) => Uint8Array;

/** build.mjs puts the stack first, with this size. */
const stackBytes = 16384;

/** Calls a function of an instance. */
export type Call = <T>(
  name: string,
  args: readonly number[],
  given: Given,
  result: (returned: number, read: Read) => T,
) => T;

export type WasmModuleOptions = {
  /** Asked for 32 random bytes for each instance. */
  readonly seed: () => Uint8Array;
  /** Whether an instance gives answers that are known. One that does not is never used. */
  readonly isRight: (call: Call) => boolean;
};

/**
 * An instance of a WebAssembly module. After each call, what was passed and the module's whole stack are zero. An
 * instance that trapped is not used again: its memory can hold anything.
 */
export class WasmModule {
  readonly #compiled: object;
  readonly #options: WasmModuleOptions;
  #instance: Instance | undefined;

  constructor(base64: string, options: WasmModuleOptions) {
    this.#compiled = new WebAssembly.Module(Buffer.from(base64, 'base64'));
    this.#options = options;
    this.#instance = this.#begin();
  }

  /** The memory of the present instance, for tests. */
  get memory(): Uint8Array {
    return this.#present().memory;
  }

  /**
   * Puts `given` into the module, calls a function, and returns what `result` makes of its number. Throws what the
   * module throws, which is a `WebAssembly.RuntimeError`, and a `RangeError` for bytes of a wrong length.
   */
  readonly call: Call = (name, args, given, result) => {
    for (const [field, bytes] of entriesOf(given)) assertLength(field, bytes);
    const instance = this.#present();
    // Until the call has returned, the instance counts as trapped.
    this.#instance = undefined;
    return callOn(instance, name, args, given, (returned, read) => {
      this.#instance = instance;
      return result(returned, read);
    });
  };

  #present(): Instance {
    return (this.#instance ??= this.#begin());
  }

  #begin(): Instance {
    const exports = new WebAssembly.Instance(this.#compiled).exports as Exports;
    const memory = new Uint8Array(exports.memory.buffer);
    const at = exports.passed.value;
    const instance = { exports, memory, passed: memory.subarray(at, at + layout.publicKey[1]) };
    const seed = this.#options.seed();
    instance.passed.set(seed, layout.input[0]);
    const begun = (exports['begin'] as () => number)();
    wipe(instance);
    seed.fill(0);
    const call: Call = (name, args, given, result) => callOn(instance, name, args, given, result);
    if (begun !== 1 || !this.#options.isRight(call)) throw new Error('a secp256k1 module does not begin');
    return instance;
  }
}

function callOn<T>(
  instance: Instance,
  name: string,
  args: readonly number[],
  given: Given,
  result: (returned: number, read: Read) => T,
): T {
  try {
    for (const [field, bytes] of entriesOf(given)) instance.passed.set(bytes, layout[field][0]);
    const returned = (instance.exports[name] as (...args: readonly number[]) => number)(...args);
    return result(returned, (field) => instance.passed.slice(...layout[field]));
  } finally {
    wipe(instance);
  }
}

function entriesOf(given: Given): readonly [Field, Uint8Array][] {
  return Object.entries(given) as [Field, Uint8Array][];
}

function assertLength(field: Field, bytes: Uint8Array): void {
  const [start, end] = layout[field];
  if (bytes.length !== end - start) throw new RangeError(`${field} must be ${end - start} bytes`);
}

function wipe({ memory, passed }: Instance): void {
  memory.fill(0, 0, stackBytes);
  passed.fill(0);
}
