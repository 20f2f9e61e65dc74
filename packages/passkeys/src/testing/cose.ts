import type { KeyObject } from 'node:crypto';
import type { Algorithm } from '../passkey.js';

// Just the CBOR (RFC 8949) of a passkey's key (RFC 9053) and of an attestation that attests nothing.

/** COSE_Key. Its curve is 1 (P-256) or 6 (Ed25519). */
export function coseKey(publicKey: KeyObject, algorithm: Algorithm): Buffer {
  const { x, y, n, e } = publicKey.export({ format: 'jwk' });
  switch (algorithm) {
    case -7:
      return map([1, integer(2)], [3, integer(-7)], [-1, integer(1)], [-2, bytes(x)], [-3, bytes(y)]);
    case -8:
      return map([1, integer(1)], [3, integer(-8)], [-1, integer(6)], [-2, bytes(x)]);
    case -257:
      return map([1, integer(3)], [3, integer(-257)], [-1, bytes(n)], [-2, bytes(e)]);
  }
}

export function attestationObject(authenticatorData: Buffer): Buffer {
  const fields = [
    [text('fmt'), text('none')],
    [text('attStmt'), head(5, 0)],
    [text('authData'), byteString(authenticatorData)],
  ];
  return Buffer.concat([head(5, fields.length), ...fields.flat()]);
}

function map(...fields: readonly (readonly [number, Buffer])[]): Buffer {
  return Buffer.concat([head(5, fields.length), ...fields.flatMap(([key, value]) => [integer(key), value])]);
}

function integer(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(base64url: string | undefined): Buffer {
  if (base64url === undefined) throw new Error('the key lacks a number');
  return byteString(Buffer.from(base64url, 'base64url'));
}

function byteString(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, value.length), Buffer.from(value)]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 255);
}
