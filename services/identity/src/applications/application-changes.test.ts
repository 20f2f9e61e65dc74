import { AppError } from '@wallet-service/errors';
import { definitions } from '@wallet-service/grpc';
import {
  changedApplication,
  readApplicationChanges,
  type ApplicationChanges,
} from './application-changes.js';
import { defaultFeatures, defaultSettings } from '../directory/application.js';

const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';

const { requestDeserialize, requestSerialize } = definitions.identity.methods.UpdateApplication;

/** Changes as they arrive in a request. */
function read(changes: object): ApplicationChanges {
  const wire = requestDeserialize(requestSerialize(changes));
  return readApplicationChanges(wire as Parameters<typeof readApplicationChanges>[0]);
}

function failureOf(changes: object): AppError {
  try {
    read(changes);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('was not refused');
}

const ids = (...values: string[]) => ({ settings: { emailProviderIds: { values } } });

describe('readApplicationChanges', () => {
  it('reads every member that may change', () => {
    const settings = {
      opJwtMode: 'single_payload',
      expressJwtMaxLifetimeSeconds: 60,
      accessKeyRecovery: false,
      claimPossible: 'skip',
    };
    const allowedOrigins = ['https://app.example.com'];
    const features = { pregeneratedWallets: true };
    const wire = {
      ...settings,
      emailProviderIds: { values: [id] },
      allowedOrigins: { values: allowedOrigins },
    };
    expect(read({ name: 'Shop ✓', settings: wire, features })).toEqual({
      name: 'Shop ✓',
      settings: { ...settings, emailProviderIds: [id], allowedOrigins },
      features,
    });
  });

  it.each([{}, { settings: {} }, { features: {} }, { settings: {}, features: {} }])(
    'reads nothing from %j',
    (changes) => {
      expect(read(changes)).toEqual({ settings: {}, features: {} });
    },
  );

  it('reads false and an empty list as given values', () => {
    const settings = { accessKeyRecovery: false, emailProviderIds: { values: [] } };
    expect(read({ settings, features: { pregeneratedWallets: false } })).toEqual({
      settings: { accessKeyRecovery: false, emailProviderIds: [] },
      features: { pregeneratedWallets: false },
    });
  });

  it.each<[object, string]>([
    [{ name: '' }, '/name'],
    [{ name: '   ' }, '/name'],
    [{ name: 'a\u0000b' }, '/name'],
    [{ name: 'x'.repeat(256) }, '/name'],
    [{ settings: { opJwtMode: 'loose' } }, '/settings/op_jwt_mode'],
    [{ settings: { opJwtMode: '' } }, '/settings/op_jwt_mode'],
    [{ settings: { expressJwtMaxLifetimeSeconds: 0 } }, '/settings/express_jwt_max_lifetime_seconds'],
    [{ settings: { expressJwtMaxLifetimeSeconds: 59 } }, '/settings/express_jwt_max_lifetime_seconds'],
    [{ settings: { expressJwtMaxLifetimeSeconds: 86_401 } }, '/settings/express_jwt_max_lifetime_seconds'],
    [ids('x'), '/settings/email_provider_ids'],
    [{ settings: { allowedOrigins: { values: ['*'] } } }, '/settings/allowed_origins'],
    [{ settings: { claimPossible: 'maybe' } }, '/settings/claim_possible'],
    [ids(id, id), '/settings/email_provider_ids'],
    [ids(...Array.from({ length: 51 }, () => id)), '/settings/email_provider_ids'],
  ])('refuses %j and names the field', (changes, path) => {
    const error = failureOf(changes);
    expect(error.code).toBe('request.invalid');
    expect(error.fields.map((field) => field.path)).toEqual([path]);
  });

  it('reports every mistake at once', () => {
    const settings = { opJwtMode: 'x', expressJwtMaxLifetimeSeconds: 1, emailProviderIds: { values: ['x'] } };
    expect(failureOf({ name: '', settings }).fields.map(({ path }) => path)).toEqual([
      '/name',
      '/settings/op_jwt_mode',
      '/settings/express_jwt_max_lifetime_seconds',
      '/settings/email_provider_ids',
    ]);
  });
});

describe('changedApplication', () => {
  it('changes only the named members', () => {
    const application = {
      id,
      name: 'a',
      apiKey: 'pk_',
      settings: defaultSettings,
      features: defaultFeatures,
      timeCreated: 1,
      timeUpdated: 1,
    };
    const changes = read({ settings: { accessKeyRecovery: false } });
    expect(changedApplication(application, changes, 9)).toEqual({
      ...application,
      settings: { ...defaultSettings, accessKeyRecovery: false },
      timeUpdated: 9,
    });
  });
});
