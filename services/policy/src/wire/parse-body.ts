import { AppError } from '@wallet-service/errors';
import { parseStrictJson, StrictJsonError } from '@wallet-service/signer-protocol';

const largestBodyBytes = 256 * 1024;

/** Parses JSON from a request message. Refuses duplicate keys, rounded integers and deep nesting. */
export function parseBody(json: string): unknown {
  if (Buffer.byteLength(json) > largestBodyBytes)
    throw new AppError('request.too-large', `the body must have at most ${largestBodyBytes / 1024} KiB`);
  try {
    return parseStrictJson(json);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    throw new AppError('request.malformed', `the body is not acceptable JSON: ${error.message}`);
  }
}
