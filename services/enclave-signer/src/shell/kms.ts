import type { KeyObject } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import { signAwsRequest, type AwsCredentials } from '../core/aws-signature.js';
import { openEnvelopedData } from '../core/enveloped-data.js';
import { BootFailure } from './boot-failure.js';
import type { KmsSettings } from './kms-settings.js';

/** The recipient for KMS: an enclave with this document, which names the public half of this key. */
export type AttestedRecipient = {
  readonly credentials: AwsCredentials;
  readonly document: Uint8Array;
  readonly privateKey: KeyObject;
};

/** A secret and the encryption context under which KMS encrypted it. */
export type EncryptedSecret = {
  readonly name: string;
  readonly context: Readonly<Record<string, string>>;
};

type Answer = { readonly status: number; readonly body: string };

const maxAnswerBytes = 64 * 1024;
const timeoutMs = 10_000;

/**
 * Decrypts what KMS encrypted under the one key of `settings` and in this context, for this enclave alone.
 * The answer is sealed to the recipient's key, so that neither the host nor anyone with its credentials can
 * read it. `now` in Unix milliseconds. Rejects with BootFailure, which gives KMS's reason.
 */
export async function decryptForEnclave(
  settings: KmsSettings,
  recipient: AttestedRecipient,
  { name, context }: EncryptedSecret,
  ciphertext: Uint8Array,
  now: number,
): Promise<Uint8Array> {
  const body = JSON.stringify({
    KeyId: settings.keyArn,
    CiphertextBlob: base64(ciphertext),
    EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    EncryptionContext: context,
    Recipient: {
      KeyEncryptionAlgorithm: 'RSAES_OAEP_SHA_256',
      AttestationDocument: base64(recipient.document),
    },
  });
  const { status, body: answer } = await post(settings, recipient.credentials, 'Decrypt', body, now);
  const fields = fieldsOf(answer);
  if (status !== 200)
    throw new BootFailure(`KMS refuses to decrypt the ${name}: ${reasonOf(status, fields)}`);
  const envelope = fields['CiphertextForRecipient'];
  // Without an envelope, anybody who ended TLS could have read the answer on its way.
  if (typeof envelope !== 'string' || fields['KeyId'] !== settings.keyArn)
    throw new BootFailure(`KMS did not seal the ${name} to this enclave`);
  try {
    return openEnvelopedData(new Uint8Array(Buffer.from(envelope, 'base64')), recipient.privateKey);
  } catch {
    throw new BootFailure(`the ${name} that KMS sealed does not open`);
  }
}

function post(
  { host, proxy, region, authorities }: KmsSettings,
  credentials: AwsCredentials,
  operation: string,
  body: string,
  now: number,
): Promise<Answer> {
  const headers = signAwsRequest(
    {
      region,
      service: 'kms',
      host,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${operation}` },
      body,
    },
    credentials,
    now,
  );
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      reject(new BootFailure(`KMS cannot be asked: ${why}`));
    };
    const request = httpsRequest(
      {
        ...proxy,
        servername: host,
        ca: [...authorities],
        minVersion: 'TLSv1.2',
        agent: false,
        method: 'POST',
        path: '/',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let received = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          received += chunk.length;
          if (received > maxAnswerBytes) request.destroy();
        });
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
        });
        response.on('error', () => {
          fail('its answer broke off');
        });
      },
    );
    request.on('error', (error) => {
      fail('code' in error && typeof error.code === 'string' ? error.code : error.name);
    });
    request.end(body);
  });
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(json);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** KMS's name for the reason. Its sentence would quote names that the log need not contain. */
function reasonOf(status: number, fields: Readonly<Record<string, unknown>>): string {
  const type = fields['__type'];
  const name = typeof type === 'string' ? /^(?:[\w.]+#)?(\w{1,64})$/.exec(type)?.[1] : undefined;
  return name ?? `status ${status}`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
