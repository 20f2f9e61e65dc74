/** What was done has no effect yet, or another one than it may seem. */
export type Warning = { readonly code: string; readonly field: string; readonly remedy: string };
