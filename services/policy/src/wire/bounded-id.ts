import { invalidField } from '@wallet-service/errors';

/** Ids of other services are opaque here; they are bounded so that nothing without limit is stored. */
export function boundedId(text: string, path: string): string {
  if (text === '' || text.length > 64) throw invalidField(path, 'must have 1 to 64 characters');
  return text;
}
