/** Why the signer cannot start, in words that may be told: they name what was asked, never a secret. */
export class BootFailure extends Error {
  override readonly name = 'BootFailure';
}
