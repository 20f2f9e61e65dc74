export type UseRecorder = {
  readonly note: (secretKeyId: string) => void;
  /** Writes the uses since the last flush. If that fails, they stay recorded. */
  readonly flush: () => Promise<void>;
};

/**
 * Collects when keys were used, so that a use costs no write: one statement per flush, whatever the number of
 * requests.
 */
export function createUseRecorder(
  write: (uses: ReadonlyMap<string, number>) => Promise<void>,
  now: () => number,
): UseRecorder {
  let uses = new Map<string, number>();
  return {
    note(secretKeyId) {
      uses.set(secretKeyId, Math.floor(now() / 1000));
    },
    async flush() {
      if (uses.size === 0) return;
      const taken = uses;
      uses = new Map();
      try {
        await write(taken);
      } catch (error) {
        uses = new Map([...taken, ...uses]);
        throw error;
      }
    },
  };
}
