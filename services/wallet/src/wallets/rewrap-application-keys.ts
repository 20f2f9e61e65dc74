export type StoredApplicationKey = { readonly applicationId: string; readonly wrappedKey: Uint8Array };

export type RewrapDeps = {
  /** The next application keys after `after`, in the order of their ids. None at the end. */
  readonly list: (after: string | undefined) => Promise<readonly StoredApplicationKey[]>;
  /** Stores `next` in place of `previous`. False if another key is stored by now. */
  readonly replace: (previous: StoredApplicationKey, next: Uint8Array) => Promise<boolean>;
  /**
   * The same key, wrapped by the signers' current sealing key. Rejects if none of their sealing keys wrapped
   * it.
   */
  readonly rewrap: (key: StoredApplicationKey) => Promise<Uint8Array>;
};

const mostFailures = 1_000;

/**
 * Has the signers wrap every application key again, so that the previous sealing key can be removed. Touches
 * no wallet. May be repeated. A key that can't be wrapped again does not stop the others. When all were
 * tried, it rejects with an error that names the applications that failed. Resolves to the number of keys.
 */
export async function rewrapApplicationKeys({ list, replace, rewrap }: RewrapDeps): Promise<number> {
  let count = 0;
  const failures: { readonly applicationId: string; readonly error: unknown }[] = [];
  for (let page = await list(undefined); page.length > 0; page = await list(page.at(-1)?.applicationId)) {
    for (const key of page) {
      const { applicationId } = key;
      try {
        if (await replace(key, await rewrap(key))) count++;
      } catch (error) {
        failures.push({ applicationId, error });
        // If the signer can't be reached for one key, it can't be reached for any.
        if (failures.length >= mostFailures) throw namesOf(failures, count);
      }
    }
  }
  if (failures.length > 0) throw namesOf(failures, count);
  return count;
}

function namesOf(
  failures: readonly { readonly applicationId: string; readonly error: unknown }[],
  count: number,
): AggregateError {
  const reasons = new Set(
    failures.map(({ error }) => (error instanceof Error ? error.message : String(error))),
  );
  const applications = failures.map(({ applicationId }) => applicationId);
  return new AggregateError(
    failures.map(({ error }) => error),
    `${count} keys were wrapped again, ${failures.length} were not (${[...reasons].join('; ')}): of ` +
      applications.join(', '),
  );
}
