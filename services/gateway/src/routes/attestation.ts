import { invalidField } from '@wallet-service/errors';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';

const minBytes = 16;
const maxBytes = 64;

const form = `${minBytes} to ${maxBytes} random bytes in hex or base64url; hex digits alone are read as hex`;

const nonce = Type.String({
  pattern: `^[A-Za-z0-9_-]{22,${2 * maxBytes}}$`,
  description: form,
  examples: ['8e03978e40d543e8bc936894a57f93248e03978e40d543e8bc936894a57f9324'],
});

const applicationId = Type.Optional(
  Type.String({
    format: 'uuid',
    examples: ['0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e'],
    description:
      'an application. The documents then name the key that signs its journal’s checkpoints, so that nobody ' +
      'who can write to the database can substitute another key (`pnpm audit:verify`)',
  }),
);

const attestation = Type.Object(
  {
    format: Type.String({
      description:
        '`aws-nitro`: a COSE_Sign1 that the Nitro hypervisor signed. `self-signed`: this signer runs ' +
        'without attestation hardware, so only its own signature supports the document',
    }),
    document: Type.String({ description: 'base64' }),
    receipt_public_key: Type.String({
      description:
        'Ed25519, 32 bytes in base64. Receipts and the document both name it, so it links a receipt to its document',
    }),
  },
  { title: 'Attestation' },
);

const exampleKey = 'sT0Jb3fIXzz1wH9XJ0cZ8q1d2V7o0H0kqk0bqQ2m2bY=';
const documented = {
  operationId: 'getAttestation',
  tag: 'Attestation',
  summary: 'Get the signers’ attestation documents',
  description:
    'One document from each connected signer, made for the nonce. It names the signer’s TLS key, its ' +
    'receipt key, the version and hash of the root document in force, and the hash of the running file. ' +
    'Verify it offline (`@wallet-service/sdk/verify`): where this answer comes from proves nothing. ' +
    '`docs/signatures.md` of the source says byte by byte what is signed. ' +
    'Needs no credentials, so that clients can verify before they send any.',
  answer: {
    nonce: '8e03978e40d543e8bc936894a57f93248e03978e40d543e8bc936894a57f9324',
    attestations: [{ format: 'aws-nitro', document: 'hEShATgioFkR…', receipt_public_key: exampleKey }],
  },
} as const satisfies Documentation;

/** `GET /v2/attestation`: proof of what runs the signers, for clients. */
export function attestationRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  return [
    route({
      authentication: 'none',
      rateClass: 'management',
      errors: 'problem',
      publicToBrowsers: true,
      method: 'GET',
      path: '/v2/attestation',
      status: 200,
      query: Type.Object({ nonce, application_id: applicationId }, { additionalProperties: false }),
      answer: Type.Object({
        nonce: Type.String({ description: 'the bytes that the service understood, in hex' }),
        attestations: Type.Array(attestation),
      }),
      documentation: documented,
      async handle({ query, context }) {
        const bytes = bytesOfNonce(query.nonce);
        const request = { nonce: bytes, applicationId: query.application_id ?? '' };
        const { attestations } = await wallet('GetAttestations', request, context);
        return {
          nonce: bytes.toString('hex'),
          attestations: attestations.map(({ format, document, receiptPublicKey }) => ({
            format,
            document: document.toString('base64'),
            receipt_public_key: receiptPublicKey.toString('base64'),
          })),
        };
      },
    }),
  ];
}

/** Hex digits alone are never read as base64url: the document would be for bytes that the client does not expect. */
function bytesOfNonce(text: string): Buffer {
  const encoding = /^[0-9A-Fa-f]+$/.test(text) ? 'hex' : 'base64url';
  const bytes = Buffer.from(text, encoding);
  const isWhole = bytes.toString(encoding) === (encoding === 'hex' ? text.toLowerCase() : text);
  if (!isWhole || bytes.length < minBytes || bytes.length > maxBytes)
    throw invalidField('/nonce', `must be ${form}`);
  return bytes;
}
