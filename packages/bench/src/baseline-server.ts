import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { signerOf, type BaselineCurve } from './baseline-curve.js';

export type BaselineOptions = {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksJson: string;
  readonly curve: BaselineCurve;
};

/**
 * Fastify parses, jose verifies the token, node:crypto opens one AES-256-GCM record, libsecp256k1 signs. Nothing else.
 */
export async function serveBaseline({
  issuer,
  audience,
  jwksJson,
  curve,
}: BaselineOptions): Promise<{ port: number; close: () => Promise<void> }> {
  const keys = createLocalJWKSet(JSON.parse(jwksJson) as JSONWebKeySet);
  const open = sealedKey();
  const signDigest = await signerOf(curve);
  const app = Fastify();
  const schema = {
    body: {
      type: 'object',
      required: ['message_base64'],
      additionalProperties: false,
      properties: { message_base64: { type: 'string' } },
    },
  };
  app.post<{ Body: { message_base64: string } }>('/v2/wallet/sign/message', { schema }, async (request) => {
    const token = (request.headers.authorization ?? '').slice('Bearer '.length);
    await jwtVerify(token, keys, { issuer, audience });
    const digest = createHash('sha256').update(Buffer.from(request.body.message_base64, 'base64')).digest();
    return { signature: `0x${Buffer.from(signDigest(digest, open())).toString('hex')}` };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}

function sealedKey(): () => Buffer {
  const key = randomBytes(32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  const sealed = Buffer.concat([
    cipher.update(createHash('sha256').update('baseline').digest()),
    cipher.final(),
  ]);
  const tag = cipher.getAuthTag();
  return () => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  };
}
