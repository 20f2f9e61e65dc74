/** What a call needs to know about an operation of the API. `pnpm gen` makes one for each, from the API document. */
export type Operation = {
  /** The `operationId`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its parameters in braces, such as `/v1/policy/{id}`. */
  readonly path: string;
  readonly credential: 'none' | 'user' | 'secret-key' | 'operator-key' | 'session';
  /** The form of its errors. */
  readonly errors: 'problem' | 'core' | 'pregeneration';
  /**
   * Whether it may be sent again when no answer came. `always`: doing it twice is doing it once (reads, deletions, the
   * user's one wallet of a chain). `with-key`: it takes an Idempotency-Key. `never`: otherwise.
   */
  readonly repeatable: 'always' | 'with-key' | 'never';
  /** The form of its answer: no body, a list, or an object with at least these members. */
  readonly answer: 'nothing' | 'list' | readonly string[];
};
