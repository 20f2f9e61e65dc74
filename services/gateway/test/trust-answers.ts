import type { FakeAnswer } from './fake-services.js';

/** As a registrar signs it. The signature is nobody's, because the gateway checks none. */
export const trustDocument = { application_id: 'application-1', version: 5, providers: [], issuers: [] };
export const signedDocument = Buffer.from(
  JSON.stringify({
    payload: Buffer.from(JSON.stringify(trustDocument)).toString('base64url'),
    signatures: [{ kid: 'registrar-1', signature: 'AA' }],
  }),
);

export const trustAnswers: Readonly<Record<string, FakeAnswer>> = {
  GetApplicationDocument: () => ({
    ...{ signedDocument, version: '5', notBefore: '0' },
    rootDocument: Buffer.from('as the roots signed it'),
  }),
  SubmitApplicationDocument: () => ({ signedDocument, version: '6', notBefore: '0' }),
  GetTrustStatus: () => ({
    trusted: true,
    missing: '',
    rootVersion: '3',
    rootExpiresAt: '1800000000',
    documentVersion: '5',
    keys: [{ kid: 'k1', thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' }],
    observedAt: '1790000000',
    statedAt: '1790000030',
    witnesses: ['witness-1'],
  }),
};
