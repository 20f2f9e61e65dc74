import { AppError } from '@wallet-service/errors';
import { NotStrictJson, parseExactJson } from '@wallet-service/values';

const comma = 0x2c;

/**
 * In addition to `parseExactJson` it refuses a byte-order mark and bytes that are not UTF-8. Throws
 * `request.malformed` with a JSON Pointer to the place, never with the content.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof NotStrictJson) throw malformed(error.path, error.message);
    throw error;
  }
}

/** Counts commas, including those in strings, because strings may hold JSON. */
export function separatorsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(comma); at !== -1; at = bytes.indexOf(comma, at + 1)) count += 1;
  return count;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed('', 'not valid UTF-8');
  }
  if (text.charCodeAt(0) === 0xfeff) throw malformed('', 'starts with a byte-order mark');
  return text;
}

function malformed(path: string, message: string): AppError {
  return new AppError('request.malformed', `${path === '' ? 'the body' : path}: ${message}`, {
    fields: [{ path, message }],
  });
}
