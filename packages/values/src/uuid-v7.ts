import { randomUUID } from 'node:crypto';

/**
 * A UUID version 7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, then 74 random bits, so that ids
 * sort by the time of their making. `random` gives at least 10 fresh random bytes; the same instant and bytes
 * give the same id.
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  checkTime(nowMs);
  if (random.length < 10) throw new RangeError('at least 10 random bytes are needed');
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.set(random.subarray(0, 10), 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A fresh one. The runtime takes the randomness for many at once, which is most of the cost. */
export function newUuidV7(nowMs: number): string {
  checkTime(nowMs);
  const time = nowMs.toString(16).padStart(12, '0');
  // Version 4 has as many random bits, in the same places, after the digit of the version.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function checkTime(nowMs: number): void {
  if (!Number.isSafeInteger(nowMs) || nowMs < 0 || nowMs >= 2 ** 48)
    throw new RangeError('time out of range');
}

/** The Unix milliseconds in a UUID version 7. Undefined for any other text. */
export function timeOfUuidV7(text: string): number | undefined {
  return isUuid(text) && text[14] === '7' ? parseInt(text.slice(0, 8) + text.slice(9, 13), 16) : undefined;
}

/** Whether the text is a UUID of any version in its canonical lower-case form. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}
