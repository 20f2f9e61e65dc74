/** What this browser keeps for the next visit. Nothing of it is secret. */
export type KeptName = 'theme' | 'pinned-measurements';

/** Undefined: nothing is kept, or the browser keeps nothing for this page. */
export function readKept(name: KeptName): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined: forgets it. False if the browser keeps nothing for this page. */
export function keep(name: KeptName, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
