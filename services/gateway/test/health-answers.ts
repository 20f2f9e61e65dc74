const issuer = 'https://issuer.example';
const keySetAge = {
  ...{
    applicationId: 'app-1',
    providerId: 'provider-1',
    issuer,
    jwksUri: `${issuer}/jwks.json`,
    state: 'failing',
  },
  ...{ timeFetched: '1790000000', timeNextFetch: '1790000060', lastFailure: 'it answered with 503' },
};
const peers = [
  {
    ...{ service: 'signer', address: '10.0.0.9:1', state: 'not-serving', milliseconds: 3, phase: 'sealed' },
    ...{ rootVersion: '3', rootExpiresAt: '1800000000' },
  },
  {
    ...{ service: 'witness', address: '10.0.0.8:1', state: 'unreachable', milliseconds: 2000, phase: '' },
    ...{ rootVersion: '0', rootExpiresAt: '0' },
  },
];

/** What identity and the wallet service say about key sets and processes. */
export const healthAnswers = {
  ListKeySets: () => ({ keySets: [keySetAge], next: '1_2', fresh: 0, failing: 1, expired: 0 }),
  CheckPeers: () => ({ peers }),
};

export const issuerSeen = {
  jwksUri: `${issuer}/jwks.json`,
  keys: [{ kid: 'k1', alg: 'ES256', kty: 'EC' }],
};
