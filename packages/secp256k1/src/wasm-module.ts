/** What passes into and out of a module, as `passed_bytes` of wasm/module.h lays it out: [start, end). */
const layout = {
  privateKey: [0, 32],
  input: [32, 64],
  signature: [64, 128],
  publicKey: [128, 161],
} as const;
type Field = keyof typeof layout;

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

/**
 * An instance of a WebAssembly module. After each call, what was passed and the module's whole stack are zero. An
 * instance that trapped is not used again: its memory can hold anything.
 */
export class WasmModule {
  readonly #compiled: object;
  readonly #seed: () => Uint8Array;
  #instance: Instance | undefined;

  /** `seed` is asked for 32 random bytes for each instance. */
  constructor(base64: string, seed: () => Uint8Array) {
    this.#compiled = new WebAssembly.Module(Buffer.from(base64, 'base64'));
    this.#seed = seed;
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
  call<T>(
    name: string,
    args: readonly number[],
    given: Partial<Record<Field, Uint8Array>>,
    result: (returned: number, read: Read) => T,
  ): T {
    const fields = Object.entries(given) as [Field, Uint8Array][];
    for (const [field, bytes] of fields) assertLength(field, bytes);
    const instance = this.#present();
    // Until the call has returned, the instance counts as trapped.
    this.#instance = undefined;
    try {
      for (const [field, bytes] of fields) instance.passed.set(bytes, layout[field][0]);
      const returned = (instance.exports[name] as (...args: readonly number[]) => number)(...args);
      this.#instance = instance;
      return result(returned, (field) => instance.passed.slice(...layout[field]));
    } finally {
      wipe(instance);
    }
  }

  #present(): Instance {
    return (this.#instance ??= this.#begin());
  }

  #begin(): Instance {
    const exports = new WebAssembly.Instance(this.#compiled).exports as Exports;
    const memory = new Uint8Array(exports.memory.buffer);
    const at = exports.passed.value;
    const instance = { exports, memory, passed: memory.subarray(at, at + layout.publicKey[1]) };
    const seed = this.#seed();
    instance.passed.set(seed, layout.input[0]);
    const begun = (exports['begin'] as () => number)();
    wipe(instance);
    seed.fill(0);
    if (begun !== 1) throw new Error('a secp256k1 module does not begin');
    return instance;
  }
}

function assertLength(field: Field, bytes: Uint8Array): void {
  const [start, end] = layout[field];
  if (bytes.length !== end - start) throw new RangeError(`${field} must be ${end - start} bytes`);
}

function wipe({ memory, passed }: Instance): void {
  memory.fill(0, 0, stackBytes);
  passed.fill(0);
}
