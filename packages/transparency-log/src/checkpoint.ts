import { decodeBase64 } from './base64.js';

/** A tree of a log, in the words of C2SP tlog-checkpoint. */
export type Checkpoint = {
  /** The log's name. Not empty, without line breaks. */
  readonly origin: string;
  /** Leaves, up to 2^53 - 1. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
};

/** The text that is signed: origin, size in decimal and root in base64, each with a line break after it. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  const text = `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
  if (!readCheckpointText(text))
    throw new RangeError('a checkpoint has an origin, a size and a root of 32 bytes');
  return text;
}

/** The inverse of `checkpointText`. Undefined for every other text, and so for one with extension lines. */
export function readCheckpointText(text: string): Checkpoint | undefined {
  const [origin = '', digits = '', encoded = '', rest, ...more] = text.split('\n');
  if (rest !== '' || more.length > 0 || origin === '' || /[\p{Cs}\u0000-\u001f]/u.test(origin))
    return undefined;
  const size = Number(digits);
  const root = decodeBase64(encoded);
  if (!/^(0|[1-9]\d{0,15})$/.test(digits) || !Number.isSafeInteger(size) || root?.length !== 32)
    return undefined;
  return { origin, size, root };
}
