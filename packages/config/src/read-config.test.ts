import Type from 'typebox';
import { ConfigError } from './config-error.js';
import { readConfig } from './read-config.js';

const schema = Type.Object({
  ENVIRONMENT: Type.Union([Type.Literal('development'), Type.Literal('production')], {
    default: 'development',
  }),
  PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65_535 }),
  RATIO: Type.Number({ default: 0.5 }),
  TRUST_PROXY: Type.Boolean({ default: false }),
  DATABASE_URL: Type.String({ pattern: '^postgres://' }),
  REDIS_URL: Type.Optional(Type.String()),
});
const DATABASE_URL = 'postgres://localhost/db';

function mistakes(env: Record<string, string>): readonly string[] {
  try {
    readConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('fills in the defaults and leaves out optional variables', () => {
    expect(readConfig(schema, { DATABASE_URL, HOME: '/root' })).toEqual({
      ENVIRONMENT: 'development',
      PORT: 8080,
      RATIO: 0.5,
      TRUST_PROXY: false,
      DATABASE_URL,
    });
  });

  it('converts text to the type that the schema asks for', () => {
    const config = readConfig(schema, {
      DATABASE_URL,
      PORT: '0',
      RATIO: '2.25',
      TRUST_PROXY: '1',
      REDIS_URL: 'redis://x',
    });
    expect(config).toMatchObject({ PORT: 0, RATIO: 2.25, TRUST_PROXY: true, REDIS_URL: 'redis://x' });
  });

  it('treats an empty variable as not set', () => {
    expect(readConfig(schema, { DATABASE_URL, PORT: '' }).PORT).toBe(8080);
    expect(mistakes({ DATABASE_URL: '' })).toEqual(['DATABASE_URL must be set']);
  });

  it.each(['1.5', '0x10', '1e3', ' 1', 'abc', 'Infinity', 'true', '9007199254740993', '-'])(
    'refuses %j as an integer instead of rounding or guessing',
    (PORT) => {
      expect(mistakes({ DATABASE_URL, PORT })).toEqual(['PORT must be integer']);
    },
  );

  it.each(['yes', 'TRUE', '2', 'on'])('refuses %j as a boolean', (TRUST_PROXY) => {
    expect(mistakes({ DATABASE_URL, TRUST_PROXY })).toEqual(['TRUST_PROXY must be boolean']);
  });

  it('reports every mistake at once, by name and without the value', () => {
    const secret = 'mysql://user:hunter2@host';
    const found = mistakes({ ENVIRONMENT: 'staging', PORT: '70000', DATABASE_URL: secret });
    expect(found).toEqual([
      'ENVIRONMENT must be one of development, production',
      'PORT must be <= 65535',
      'DATABASE_URL must match pattern "^postgres://"',
    ]);
    expect(() => readConfig(schema, { DATABASE_URL: secret })).toThrow(/^(?!.*hunter2)/s);
  });

  it('refuses a variable under its old name, and names the new one', () => {
    const renamed = Type.Object({ METRICS_LISTEN: Type.String({ default: '127.0.0.1:0' }) });
    const env = { OPERATIONS_LISTEN: '0.0.0.0:9090', EXPRESS_URL: 'http://localhost' };
    expect(() => readConfig(renamed, env)).toThrow(
      'the configuration is wrong:\n  OPERATIONS_LISTEN is now called METRICS_LISTEN: set that instead',
    );
    expect(readConfig(renamed, { OPERATIONS_LISTEN: '' })).toEqual({ METRICS_LISTEN: '127.0.0.1:0' });
  });

  it('accepts an empty environment when everything is optional', () => {
    expect(readConfig(Type.Object({ REDIS_URL: Type.Optional(Type.String()) }), {})).toEqual({});
  });

  it('freezes what it returns', () => {
    expect(Object.isFrozen(readConfig(schema, { DATABASE_URL }))).toBe(true);
  });
});
