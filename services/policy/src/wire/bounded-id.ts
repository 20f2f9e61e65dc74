import { invalidField } from '@wallet-service/errors';

const longestId = 64;
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Ids of other services are opaque here; they are bounded so that nothing without limit is stored, and
 * nothing that no database or log takes.
 */
export function boundedId(text: string, path: string): string {
  if (!isBoundedId(text))
    throw invalidField(path, `must have 1 to ${longestId} characters, none of them a control character`);
  return text;
}

export function isBoundedId(text: string): boolean {
  return text !== '' && text.length <= longestId && !controlCharacter.test(text);
}
