/**
 * Overwrites key material that is no longer needed. JavaScript may have made copies that this can't reach.
 * SECURITY.md says what that means.
 */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0);
}
