type AppError = Error & {
  readonly code: string;
  readonly fields: readonly { readonly path: string }[];
  readonly details: unknown;
};

/** What a caller learns. */
class Refusal {
  readonly code: string;
  /** The fields that it names. */
  readonly paths: readonly string[];
  readonly #error: AppError;

  constructor(error: AppError) {
    this.code = error.code;
    this.paths = error.fields.map(({ path }) => path);
    this.#error = error;
  }

  /** The whole refusal as text, to check what must not be in it. */
  get body(): string {
    const { code, message, fields, details } = this.#error;
    return JSON.stringify({ code, message, fields, details });
  }
}

/** The AppError that a call ends with. Fails the test when the call succeeds, and rethrows anything else. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const refusal = await call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && 'fields' in error)
        return new Refusal(error as AppError);
      throw error;
    },
  );
  if (!refusal) throw new Error('the call was not refused');
  return refusal;
}
