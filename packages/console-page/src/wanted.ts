// Where the person wanted to go, before the page asked them to sign in. Only this page writes it, and only places of
// its own routes, so no link leads elsewhere. It is kept in the tab, which may go to the provider of people meanwhile.

import type { Search } from './parts/address.ts';

export type Wanted = { readonly pathname: string; readonly search: Search };

const name = 'wanted';

export function keepWanted({ pathname, search }: Wanted): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ pathname, search }));
  } catch {
    // The browser keeps nothing for this page. The person begins at the start.
  }
}

export function readWanted(): Wanted | undefined {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? undefined : (JSON.parse(text) as Wanted);
  } catch {
    return undefined;
  }
}

export function forgetWanted(): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Nothing is kept.
  }
}
