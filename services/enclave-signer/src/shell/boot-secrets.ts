import { connect } from 'node:net';
import { parseStrictJson, StrictJsonError } from '@wallet-service/signer-protocol';
import type { AwsCredentials } from '../core/aws-signature.js';
import { BootFailure } from './boot-failure.js';
import type { Address } from './kms-settings.js';

/**
 * What the parent instance hands over at boot. It knows all of this, and the signer trusts none of it without proof.
 */
export type BootSecrets = {
  readonly credentials: AwsCredentials;
  /** KMS ciphertexts. */
  readonly sealingKey: Uint8Array;
  readonly previousSealingKey: Uint8Array | undefined;
  readonly tlsPrivateKey: Uint8Array;
  /** PEM. */
  readonly tlsCertificate: Buffer;
};

const maxBootSecretsBytes = 64 * 1024;
const maxCiphertextBytes = 6_144;
const timeoutMs = 10_000;

/**
 * Reads the boot secrets: JSON that the parent instance sends to each connection, which it then ends.
 * `credentials` has the form in which the instance's metadata service answers (AccessKeyId, SecretAccessKey, Token).
 * `sealing_key`, `previous_sealing_key` (optional) and `tls_private_key` are ciphertexts in base64.
 * `tls_certificate` is PEM. Rejects with a BootFailure that names the field.
 */
export async function fetchBootSecrets(address: Address): Promise<BootSecrets> {
  return readBootSecrets((await readAll(address)).toString());
}

/** The boot secrets in this JSON; throws BootFailure. */
export function readBootSecrets(json: string): BootSecrets {
  const bootSecrets = objectOf(parse(json), 'the JSON');
  const known = ['credentials', 'sealing_key', 'previous_sealing_key', 'tls_private_key', 'tls_certificate'];
  const unknown = Object.keys(bootSecrets).find((name) => !known.includes(name));
  if (unknown !== undefined) throw broken(`they have an unknown field; known are ${known.join(', ')}`);
  const credentials = objectOf(bootSecrets['credentials'], 'credentials');
  const token = credentials['Token'];
  return {
    credentials: {
      accessKeyId: textOf(credentials, 'AccessKeyId', /^\w{16,128}$/),
      secretAccessKey: textOf(credentials, 'SecretAccessKey', /^[\w/+=]{16,256}$/),
      sessionToken: token === undefined ? undefined : textOf(credentials, 'Token', /^[\w/+=]{1,8192}$/),
    },
    sealingKey: ciphertextOf(bootSecrets, 'sealing_key'),
    previousSealingKey:
      bootSecrets['previous_sealing_key'] === undefined
        ? undefined
        : ciphertextOf(bootSecrets, 'previous_sealing_key'),
    tlsPrivateKey: ciphertextOf(bootSecrets, 'tls_private_key'),
    tlsCertificate: Buffer.from(textOf(bootSecrets, 'tls_certificate', /^-----BEGIN CERTIFICATE-----\n/)),
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
      fail('they did not come in time');
    }, timeoutMs);
    const fail = (why: string): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(broken(why));
    };
    socket.on('error', () => {
      fail('nothing answers at BOOT_SECRETS_ADDRESS');
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received > maxBootSecretsBytes) fail('they are larger than 64 KiB');
    });
    socket.on('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
  });
}

function broken(why: string): BootFailure {
  return new BootFailure(`the boot secrets are unusable: ${why}`);
}
