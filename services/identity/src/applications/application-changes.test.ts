import { AppError } from '@wallet-service/errors';
import { changedApplication, readApplicationChanges } from './application-changes.js';
import { defaultFeatures, defaultSettings } from './application.js';

const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';

function failureOf(json: string): AppError {
  try {
    readApplicationChanges(json);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('was not refused');
}

describe('readApplicationChanges', () => {
  it('reads every member that may change', () => {
    const json = JSON.stringify({
      name: 'Shop ✓',
      settings: {
        op_jwt_mode: 'single_payload',
        express_jwt_max_lifetime_seconds: 60,
        access_key_recovery: false,
        email_provider_ids: [id],
      },
      features: { pregenerated_wallets: true },
    });
    expect(readApplicationChanges(json)).toEqual({
      name: 'Shop ✓',
      settings: {
        opJwtMode: 'single_payload',
        expressJwtMaxLifetimeSeconds: 60,
        accessKeyRecovery: false,
        emailProviderIds: [id],
      },
      features: { pregeneratedWallets: true },
    });
  });

  it.each([
    ['[]', ''],
    ['null', ''],
    ['{"api_key":"pk_x"}', '/api_key'],
    ['{"a/b~c":1}', '/a~1b~0c'],
    ['{"__proto__":{}}', '/__proto__'],
    ['{"name":""}', '/name'],
    ['{"name":"   "}', '/name'],
    ['{"name":"a\\u0000b"}', '/name'],
    ['{"name":"\\ud800"}', '/name'],
    [`{"name":"${'x'.repeat(256)}"}`, '/name'],
    ['{"name":7}', '/name'],
    ['{"name":null}', '/name'],
    ['{"settings":[]}', '/settings'],
    ['{"settings":{"unknown":1}}', '/settings/unknown'],
    ['{"settings":{"op_jwt_mode":"loose"}}', '/settings/op_jwt_mode'],
    ['{"settings":{"op_jwt_mode":null}}', '/settings/op_jwt_mode'],
    ['{"settings":{"express_jwt_max_lifetime_seconds":59}}', '/settings/express_jwt_max_lifetime_seconds'],
    ['{"settings":{"express_jwt_max_lifetime_seconds":86401}}', '/settings/express_jwt_max_lifetime_seconds'],
    ['{"settings":{"express_jwt_max_lifetime_seconds":100.5}}', '/settings/express_jwt_max_lifetime_seconds'],
    ['{"settings":{"express_jwt_max_lifetime_seconds":"100"}}', '/settings/express_jwt_max_lifetime_seconds'],
    ['{"settings":{"access_key_recovery":1}}', '/settings/access_key_recovery'],
    ['{"settings":{"email_provider_ids":"all"}}', '/settings/email_provider_ids'],
    ['{"settings":{"email_provider_ids":["x"]}}', '/settings/email_provider_ids'],
    [`{"settings":{"email_provider_ids":["${id}","${id}"]}}`, '/settings/email_provider_ids'],
    ['{"features":{"pregenerated_wallets":"yes"}}', '/features/pregenerated_wallets'],
    ['{"features":{"other":true}}', '/features/other'],
  ])('refuses %s and names the place', (json, path) => {
    const error = failureOf(json);
    expect(error.code).toBe('request.invalid');
    expect(error.fields.map((field) => field.path)).toEqual([path]);
  });

  it('names every mistake at once', () => {
    const error = failureOf('{"name":"","settings":{"x":1,"op_jwt_mode":1},"features":{"y":1}}');
    expect(error.fields.map(({ path }) => path).sort()).toEqual([
      '/features/y',
      '/name',
      '/settings/op_jwt_mode',
      '/settings/x',
    ]);
  });

  it.each([
    ['{'],
    [''],
    ['{"name":"a","name":"b"}'],
    ['{"settings":{"a":1,"\\u0061":2}}'],
    ['{"x":9007199254740993}'],
  ])('calls %s malformed', (json) => {
    expect(failureOf(json).code).toBe('request.malformed');
  });

  it('refuses more than 64 KiB before reading it', () => {
    expect(failureOf(`{"name":"${'x'.repeat(70_000)}"}`).code).toBe('request.too-large');
  });
});

describe('changedApplication', () => {
  it('changes only what is named', () => {
    const application = {
      id,
      name: 'a',
      apiKey: 'pk_',
      settings: defaultSettings,
      features: defaultFeatures,
      timeCreated: 1,
      timeUpdated: 1,
    };
    const changes = readApplicationChanges('{"settings":{"access_key_recovery":false}}');
    expect(changedApplication(application, changes, 9)).toEqual({
      ...application,
      settings: { ...defaultSettings, accessKeyRecovery: false },
      timeUpdated: 9,
    });
  });
});
