import { AppError, invalidField } from '@wallet-service/errors';
import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { unixTime } from './field.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const path = '/v1/identity/trust';

const signedForm = 'JSON `{ payload, signatures }`, as the operator’s program writes it, in base64url';
const version = Type.Integer({ description: 'only ever rises' });
const notBefore = Type.Optional(
  Type.Integer({
    ...unixTime,
    description:
      'Unix seconds. Only the roots signed the document, and the application has administrators. It takes effect ' +
      'then, unless they sign a document with a higher version before',
  }),
);

const exampleDocument = {
  application_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  version: 5,
  express_jwt_max_lifetime_seconds: 86_400,
  providers: [
    {
      id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5f',
      issuer: 'https://login.example.com',
      audience: 'shop',
      asserts_email: false,
    },
  ],
  issuers: [{ issuer: 'https://login.example.com', discovery: true }],
};
const signedRoot = Type.Optional(
  Type.String({
    description:
      'the root document in force, in the same form. It names the keys that sign decisions. Attestations of the ' +
      'signers have the SHA-256 of its payload. Absent: the installation has it without signatures',
  }),
);
const exampleSigned = 'eyJwYXlsb2FkIjoiZXlK…';

const documented = {
  get: {
    operationId: 'getTrust',
    tag: 'Identity providers',
    summary: 'Get the document of what the signers trust',
    description:
      'What signers trust of the application: its providers, where the keys of every issuer it ever had are found, ' +
      'and its administrators if it has any. Signing tools begin with `signed_document`. `verdictKeysOf` of ' +
      '`@wallet-service/sdk/verify` reads `signed_root_document`, which `verifyDecision` needs.',
    answer: {
      version: 5,
      document: exampleDocument,
      signatures: [{ kid: '3b1f0c2d4e5a6978' }],
      signed_document: exampleSigned,
      signed_root_document: exampleSigned,
    },
  },
  submit: {
    operationId: 'submitTrust',
    tag: 'Identity providers',
    summary: 'Submit a document that administrators signed',
    description:
      'For applications with administrators, and to register the first ones. The witnesses and the signers check the ' +
      'signatures. It takes the place of the document in force when enough administrators of that one signed it. ' +
      'Send a document again if the answer was lost: the one in force, byte for byte, changes nothing.',
    refusals: ['trust.document-refused', 'trust.witnesses-unavailable'],
    body: { signed_document: 'eyJwYXlsb2FkIjoiZXlK' },
    answer: { version: 6 },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/identity/trust`: the document that names what signers trust of an application. */
export function identityTrustRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'read',
      method: 'GET',
      path,
      status: 200,
      answer: Type.Object(
        {
          version,
          document: Type.Unsafe<object>({
            type: 'object',
            additionalProperties: true,
            description: 'the signed content, decoded',
          }),
          signatures: Type.Array(Type.Object({ kid: Type.String() })),
          signed_document: Type.String({ description: signedForm }),
          signed_root_document: signedRoot,
        },
        { title: 'TrustDocument' },
      ),
      documentation: documented.get,
      async handle({ caller: { applicationId }, context }) {
        const found = await identity('GetApplicationDocument', { applicationId }, context);
        return {
          version: Number(found.version),
          ...read(found.signedDocument),
          ...(found.rootDocument.length > 0 && {
            signed_root_document: found.rootDocument.toString('base64url'),
          }),
        };
      },
    }),
    route({
      ...common,
      scope: 'providers',
      method: 'POST',
      path,
      status: 200,
      body: Type.Object(
        {
          signed_document: Type.String({ minLength: 1, description: signedForm }),
        },
        { additionalProperties: false },
      ),
      answer: Type.Object({ version, not_before: notBefore }, { title: 'SubmittedTrustDocument' }),
      documentation: documented.submit,
      async handle({ caller: { applicationId }, body: { signed_document: text }, context }) {
        const request = { applicationId, signedDocument: bytesOf(text) };
        return submitted(await identity('SubmitApplicationDocument', request, context));
      },
    }),
  ];
}

type Found = ReceivedResponseOf<IdentityDefinition['SubmitApplicationDocument']>;

function submitted({ version: number, notBefore: seconds }: Found) {
  return { version: Number(number), ...(seconds !== '0' && { not_before: Number(seconds) }) };
}

function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length === 0 || bytes.toString('base64url') !== text)
    throw invalidField('/signed_document', 'must be the signed document in base64url without padding');
  return bytes;
}

/** Nothing is checked here: identity did, and only the signers rely on it. */
function read(signed: Buffer) {
  try {
    const { payload, signatures } = JSON.parse(signed.toString()) as {
      payload: string;
      signatures: readonly { kid: string }[];
    };
    const document = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    return {
      document,
      signatures: signatures.map(({ kid }) => ({ kid })),
      signed_document: signed.toString('base64url'),
    };
  } catch (error) {
    throw new AppError('internal', 'the stored document cannot be read', { cause: error });
  }
}
