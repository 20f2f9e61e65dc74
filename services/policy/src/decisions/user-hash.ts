import { hash } from 'node:crypto';

/** What a user's decisions are found by: two users with one subject at two issuers differ. */
export function hashOfUser({
  issuer,
  subject,
}: {
  readonly issuer: string;
  readonly subject: string;
}): Buffer {
  return hash('sha256', `${Buffer.byteLength(issuer)}\n${issuer}${subject}`, 'buffer');
}
