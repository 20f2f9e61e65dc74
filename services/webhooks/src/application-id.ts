import { invalidField } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';

/** Throws `request.invalid`. The caller is a process of ours and has authenticated the application. */
export function applicationIdOf(text: string): string {
  if (!isUuid(text)) throw invalidField('/application_id', 'must be a UUID');
  return text;
}
