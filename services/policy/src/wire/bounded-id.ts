import { invalidField } from '@wallet-service/errors';

const longestId = 64;
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Ids of other services are opaque here. They are bounded, so that nothing unlimited is stored and nothing
 * that a database or log refuses.
 */
export function boundedId(text: string, path: string): string {
  if (!isBoundedId(text))
    throw invalidField(path, `must have 1 to ${longestId} characters, none of them a control character`);
  return text;
}

export function isBoundedId(text: string): boolean {
  return text !== '' && text.length <= longestId && !controlCharacter.test(text);
}
