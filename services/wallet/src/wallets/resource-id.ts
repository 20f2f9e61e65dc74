import { invalidField } from '@wallet-service/errors';

const maxLength = 255;

/**
 * A name that the application chose. Undefined if it chose none. At most 255 characters, without control
 * characters.
 */
export function resourceIdOf(given: string | undefined): string | undefined {
  if (given === undefined || given === '') return undefined;
  // Postgres cannot store U+0000, and nobody can read the others.
  if (given.length > maxLength || /\p{Cc}/u.test(given))
    throw invalidField(
      '/metadata/resource_id',
      `must have at most ${maxLength} characters and no control characters`,
    );
  return given;
}
