import { invalidField } from '@wallet-service/errors';

const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/** Ids of other services are opaque here; they are bounded so that nothing without limit is stored, and nothing that no database or log takes. */
export function boundedId(text: string, path: string): string {
  if (text === '' || text.length > 64) throw invalidField(path, 'must have 1 to 64 characters');
  if (controlCharacter.test(text)) throw invalidField(path, 'must have no control characters');
  return text;
}
