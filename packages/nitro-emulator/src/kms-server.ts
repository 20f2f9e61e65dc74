import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import * as x509 from '@peculiar/x509';
import { sealForRecipient } from './kms-envelope.js';
import type { EncryptionContext, KmsKey } from './kms-keys.js';
import { recipientIn, type RecipientPolicy } from './kms-recipient.js';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 86_400_000;

export type EmulatedKms = {
  readonly port: number;
  /** PEM of the authority that signed its TLS certificate. */
  readonly authority: string;
  /** Names of the errors that it has returned. */
  readonly refusals: readonly string[];
  readonly close: () => Promise<void>;
};

export type KmsServerOptions = {
  /** The name in its certificate. */
  readonly host: string;
  readonly key: KmsKey;
  readonly policy: RecipientPolicy;
  /** The credentials that it accepts. */
  readonly accessKeyId: string;
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Changes an envelope before it is sent, for tests. */
  readonly tamper?: (envelope: Buffer) => Buffer;
};

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
type DecryptRequest = {
  readonly KeyId?: string;
  readonly CiphertextBlob: string;
  readonly EncryptionContext?: EncryptionContext;
  readonly Recipient?: { readonly KeyEncryptionAlgorithm: string; readonly AttestationDocument: string };
};

/**
 * The Decrypt operation of AWS KMS over TLS on loopback, under its own authority, with a key policy that requires a
 * measured enclave.
 */
export async function startKms(options: KmsServerOptions): Promise<EmulatedKms> {
  const { authority, cert, key } = await makeCertificate(options.host);
  const refusals: string[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    void bodyOf(request).then((body) => {
      const answer = answerTo(request, body, options);
      const refusal = answer.body['__type'];
      if (typeof refusal === 'string') refusals.push(refusal);
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    authority,
    refusals,
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
      }),
  };
}

function answerTo(request: IncomingMessage, body: string, options: KmsServerOptions): Answer {
  const { headers } = request;
  if (headers['x-amz-target'] !== 'TrentService.Decrypt') return refuse('UnknownOperationException');
  const region = /^kms\.([^.]+)\./.exec(options.host)?.[1] ?? '';
  const scope = new RegExp(
    `Credential=${options.accessKeyId}/\\d{8}/${region}/kms/aws4_request, SignedHeaders=`,
  );
  if (headers.host !== options.host || !scope.test(headers.authorization ?? ''))
    return refuse('UnrecognizedClientException');
  return decrypt(JSON.parse(body) as DecryptRequest, options);
}

function decrypt(request: DecryptRequest, options: KmsServerOptions): Answer {
  const { key, policy, now = Date.now, tamper = (envelope: Buffer) => envelope } = options;
  // The key policy's conditions on kms:RecipientAttestation fail when there is no document.
  if (request.Recipient === undefined) return refuse('AccessDeniedException');
  if (request.Recipient.KeyEncryptionAlgorithm !== 'RSAES_OAEP_SHA_256') return refuse('ValidationException');
  const document = Buffer.from(request.Recipient.AttestationDocument, 'base64');
  const recipient = recipientIn(document, policy, now());
  if ('refusal' in recipient) return refuse(recipient.refusal);
  if (request.KeyId !== key.arn) return refuse('IncorrectKeyException');
  const plaintext = key.decrypt(
    Buffer.from(request.CiphertextBlob, 'base64'),
    request.EncryptionContext ?? {},
  );
  if (plaintext === undefined) return refuse('InvalidCiphertextException');
  const envelope = tamper(sealForRecipient(plaintext, recipient.publicKey));
  const body = {
    KeyId: key.arn,
    EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    CiphertextForRecipient: envelope.toString('base64'),
  };
  return { status: 200, body };
}

function refuse(type: string): Answer {
  return { status: 400, body: { __type: type, message: 'a sentence that names the caller and the key' } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function makeCertificate(host: string): Promise<{ authority: string; cert: string; key: string }> {
  x509.cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=KMS emulator',
    serialNumber: '01',
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }]),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  const pem = certificate.toString('pem');
  return { authority: pem, cert: pem, key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
}
