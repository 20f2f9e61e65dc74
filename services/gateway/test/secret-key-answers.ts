import type { FakeAnswer } from './fake-services.js';

const unlimited = { scopes: [], timeExpires: '0' };

export const secretKeyAnswers: Readonly<Record<string, FakeAnswer>> = {
  CreateSecretKey: () => ({
    key: { ...unlimited, id: 'key-2', label: '', timeCreated: '1', timeLastUsed: '0', timeRevoked: '0' },
    secretKey: 'sk_new',
  }),
  ListSecretKeys: () => ({
    keys: [
      {
        ...{ id: 'key-1', label: 'server', scopes: ['sign', 'read', 'of a newer release'], timeExpires: '3' },
        ...{ timeCreated: '1', timeLastUsed: '2', timeRevoked: '0' },
      },
    ],
  }),
  UpdateSecretKey: () => ({
    ...unlimited,
    id: 'key-1',
    label: 'app',
    timeCreated: '1',
    timeLastUsed: '2',
    timeRevoked: '0',
  }),
  RevokeSecretKey: () => ({}),
};
