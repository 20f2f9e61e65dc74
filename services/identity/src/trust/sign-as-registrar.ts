import { createPublicKey, type KeyObject } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import { signDocument, type DocumentSignature } from '@wallet-service/signer-protocol';
import type { CurrentRoot } from './root-documents.js';

/** The name of the key in the root document. Undefined: it does not name the key. */
export function registrarKid({ inForce }: CurrentRoot, key: KeyObject): string | undefined {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const raw = Buffer.from(x, 'base64url');
  return inForce.document.registrars.find(({ publicKey }) => Buffer.compare(publicKey, raw) === 0)?.kid;
}

/** Signs application documents. What the key alone can do is in judgeApplicationDocument. */
export function createSignAsRegistrar(
  privateKey: KeyObject,
): (root: CurrentRoot, payload: Uint8Array) => DocumentSignature {
  return (root, payload) => {
    const kid = registrarKid(root, privateKey);
    if (kid === undefined)
      throw new AppError('internal', 'REGISTRAR_KEY_FILE is not a registrar of the root document in force');
    return signDocument('application', payload, { kid, privateKey });
  };
}
