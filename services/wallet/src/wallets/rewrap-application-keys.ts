export type StoredApplicationKey = { readonly applicationId: string; readonly wrappedKey: Uint8Array };

export type RewrapDeps = {
  /** The next application keys in the order of their ids, after `after`; none at the end. */
  readonly list: (after: string | undefined) => Promise<readonly StoredApplicationKey[]>;
  /** Stores `next` where `previous` is stored; false when something else is there by now. */
  readonly replace: (previous: StoredApplicationKey, next: Uint8Array) => Promise<boolean>;
  /** The same key, wrapped by the signers' current root key. Rejects for a key that none of their root keys wrapped. */
  readonly rewrap: (key: StoredApplicationKey) => Promise<Uint8Array>;
};

/**
 * Has the signers wrap every application key anew, so that the root key before the current one can go. Touches no wallet. May be
 * repeated; what fails ends it, and what is done by then stays done. Resolves to the number of keys.
 */
export async function rewrapApplicationKeys({ list, replace, rewrap }: RewrapDeps): Promise<number> {
  let count = 0;
  for (let page = await list(undefined); page.length > 0; page = await list(page.at(-1)?.applicationId)) {
    for (const key of page) {
      if (await replace(key, await rewrap(key))) count++;
    }
  }
  return count;
}
