const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 of Bitcoin and Solana. */
export function toBase58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; number > 0n; number /= 58n) text = alphabet.charAt(Number(number % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}
