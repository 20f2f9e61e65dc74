import { createHash, hash, type Hash } from 'node:crypto';

/** SHA-256 of what the signing module answers to the inputs. A test computes both with @noble/curves. */
export const knownSignatures = '5f93d7d61ff81a4fde92086d37637ffb1ef6fe79bdb4f233282a73e7f8627737';
/** SHA-256 of what the checking module answers. */
export const knownKeys = 'c5322e6b011c4445ee204bc235ebf2c47b9939dc35658fc1132620dd4d08fdb0';

const pairs = 8;

/** Bytes that look like chance, each followed by its complement: so every bit is 0 in one of them, and 1 in another. */
export function knownInputs(name: string): readonly Uint8Array[] {
  return Array.from({ length: pairs }, (_, index) => {
    const bytes = new Uint8Array(hash('sha256', `${name} ${index}`, 'buffer'));
    return [bytes, bytes.map((byte) => ~byte)];
  }).flat();
}

/** Whether what was answered, one after the other, has this SHA-256. */
export function isKnown(answered: string, answer: (answers: Hash) => void): boolean {
  const answers = createHash('sha256');
  answer(answers);
  return answers.digest('hex') === answered;
}
