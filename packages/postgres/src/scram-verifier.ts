import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

const iterations = 4_096;

/**
 * What Postgres stores for a password (RFC 5802, SCRAM-SHA-256). Sent instead of the password, so that a
 * statement in the server's log reveals nothing. `password` must be ASCII, because other text would need
 * SASLprep.
 */
export function scramVerifier(password: string, salt: Buffer): string {
  if (!/^[\x21-\x7e]{16,}$/.test(password))
    throw new Error('a database password needs at least 16 printable ASCII characters');
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
