const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The 32 bytes of a Solana address in base58 with Bitcoin's alphabet. Undefined for anything else. */
export function addressBytes(address: string): Uint8Array<ArrayBuffer> | undefined {
  // 32 bytes have 32 to 44 digits. Longer text would only cost time.
  if (address.length > 44) return undefined;
  let number = 0n;
  for (const digit of address) {
    const value = alphabet.indexOf(digit);
    if (value < 0) return undefined;
    number = number * 58n + BigInt(value);
  }
  const bytes: number[] = [];
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 255n));
  const zeros = /^1*/.exec(address)?.[0].length ?? 0;
  return zeros + bytes.length === 32
    ? Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes])
    : undefined;
}

/** Base58 with Bitcoin's alphabet. */
export function toBase58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; number > 0n; number /= 58n) text = alphabet.charAt(Number(number % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}
