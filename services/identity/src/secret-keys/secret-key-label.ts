import { invalidField } from '@wallet-service/errors';

/** Throws `request.invalid` unless the label is empty or 1 to 255 characters of printable text. */
export function checkSecretKeyLabel(label: string): string {
  if (label === '') return label;
  if (Array.from(label).length > 255 || label.trim() === '' || !/^[^\p{Cc}\p{Cs}]+$/u.test(label))
    throw invalidField('/label', 'must be 1 to 255 characters of text');
  return label;
}
