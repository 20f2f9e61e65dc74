import { invalidField } from '@wallet-service/errors';

/** Throws `request.invalid` unless the name has 1 to 255 characters of printable text and is not blank. */
export function checkApplicationName(name: string): string {
  const length = Array.from(name).length;
  if (length < 1 || length > 255 || name.trim() === '' || !/^[^\p{Cc}\p{Cs}]+$/u.test(name)) {
    throw invalidField('/name', 'must be 1 to 255 characters of text');
  }
  return name;
}
