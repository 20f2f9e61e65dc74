import { connect } from 'node:net';
import { parseStrictJson, StrictJsonError } from '@wallet-service/signer-protocol';
import type { AwsCredentials } from '../core/aws-signature.js';
import { BootFailure } from './boot-failure.js';
import type { Address } from './kms-settings.js';

/**
 * What the host hands over at boot. Nothing of it is secret from the host, and nothing of it is believed without proof.
 */
export type BootParcel = {
  readonly credentials: AwsCredentials;
  /** KMS ciphertexts. */
  readonly sealingKey: Uint8Array;
  readonly previousSealingKey: Uint8Array | undefined;
  readonly tlsPrivateKey: Uint8Array;
  /** PEM. */
  readonly tlsCertificate: Buffer;
};

const maxParcelBytes = 64 * 1024;
const maxCiphertextBytes = 6_144;
const timeoutMs = 10_000;

/**
 * Reads the parcel: JSON that the host sends to whoever connects, ending the connection after it.
 * `credentials` stands there as the instance's metadata service answers it (AccessKeyId, SecretAccessKey,
 * Token); `root_key`, `previous_root_key` (optional) and `tls_private_key` are ciphertexts in base64,
 * `tls_certificate` is PEM. Rejects with BootFailure, which names the field.
 */
export async function fetchBootParcel(address: Address): Promise<BootParcel> {
  return readBootParcel((await readAll(address)).toString());
}

/** The parcel in this JSON; throws BootFailure. */
export function readBootParcel(json: string): BootParcel {
  const parcel = objectOf(parse(json), 'it');
  const known = ['credentials', 'root_key', 'previous_root_key', 'tls_private_key', 'tls_certificate'];
  const unknown = Object.keys(parcel).find((name) => !known.includes(name));
  if (unknown !== undefined) throw broken('it has a field that is not known');
  const credentials = objectOf(parcel['credentials'], 'credentials');
  const token = credentials['Token'];
  return {
    credentials: {
      accessKeyId: textOf(credentials, 'AccessKeyId', /^\w{16,128}$/),
      secretAccessKey: textOf(credentials, 'SecretAccessKey', /^[\w/+=]{16,256}$/),
      sessionToken: token === undefined ? undefined : textOf(credentials, 'Token', /^[\w/+=]{1,8192}$/),
    },
    sealingKey: ciphertextOf(parcel, 'root_key'),
    previousSealingKey:
      parcel['previous_root_key'] === undefined ? undefined : ciphertextOf(parcel, 'previous_root_key'),
    tlsPrivateKey: ciphertextOf(parcel, 'tls_private_key'),
    tlsCertificate: Buffer.from(textOf(parcel, 'tls_certificate', /^-----BEGIN CERTIFICATE-----\n/)),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parse(json: string): unknown {
  try {
    return parseStrictJson(json);
  } catch (error) {
    throw broken(error instanceof StrictJsonError ? error.message : 'not JSON');
  }
}

function objectOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw broken(`${name} must be an object`);
  return value as Fields;
}

function textOf(fields: Fields, name: string, pattern: RegExp): string {
  const value = fields[name];
  if (typeof value !== 'string' || !pattern.test(value)) throw broken(`${name} is missing or malformed`);
  return value;
}

function ciphertextOf(fields: Fields, name: string): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(textOf(fields, name, /^[A-Za-z0-9+/]+={0,2}$/), 'base64'));
  if (bytes.length > maxCiphertextBytes) throw broken(`${name} is too long`);
  return bytes;
}

function readAll({ host, port }: Address): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const socket = connect(port, host);
    const timer = setTimeout(() => {
      fail('it did not come in time');
    }, timeoutMs);
    const fail = (why: string): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(broken(why));
    };
    socket.on('error', () => {
      fail('nobody hands it over');
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received > maxParcelBytes) fail('it is too long');
    });
    socket.on('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
  });
}

function broken(why: string): BootFailure {
  return new BootFailure(`the boot parcel is of no use: ${why}`);
}
