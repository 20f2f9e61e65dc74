import type { FakeAnswer } from './fake-services.js';

export const secretKeyAnswers: Readonly<Record<string, FakeAnswer>> = {
  CreateSecretKey: () => ({
    key: { id: 'key-2', label: '', timeCreated: '1', timeLastUsed: '0', timeRevoked: '0' },
    secretKey: 'sk_new',
  }),
  ListSecretKeys: () => ({
    keys: [{ id: 'key-1', label: 'server', timeCreated: '1', timeLastUsed: '2', timeRevoked: '0' }],
  }),
  UpdateSecretKey: () => ({
    id: 'key-1',
    label: 'app',
    timeCreated: '1',
    timeLastUsed: '2',
    timeRevoked: '0',
  }),
  RevokeSecretKey: () => ({}),
};
