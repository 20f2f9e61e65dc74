/** Why the signer cannot start, in words that may be logged: they name what was requested, never a secret. */
export class BootFailure extends Error {
  override readonly name = 'BootFailure';
}
