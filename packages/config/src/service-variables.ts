import { Type } from 'typebox';
import { secretText } from './secret-text.js';
import { tracingVariables } from './tracing-variables.js';

/**
 * The variables that every inner service with a database reads: properties for its own schema, ahead of what
 * it alone reads.
 */
export const serviceVariables = {
  ENVIRONMENT: Type.Union([Type.Literal('development'), Type.Literal('production')], {
    default: 'production',
  }),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace'].map((level) => Type.Literal(level)),
    { default: 'info' },
  ),
  LISTEN: Type.String(),
  METRICS_LISTEN: Type.String({ default: '127.0.0.1:0' }),
  TLS_CA_FILE: Type.String(),
  TLS_CERT_FILE: Type.String(),
  TLS_KEY_FILE: Type.String(),
  GRANT_PUBLIC_KEYS_FILE: Type.String(),
  DATABASE_URL: secretText(),
  MIGRATION_DATABASE_URL: Type.Optional(secretText()),
  DATABASE_POOL_SIZE: Type.Integer({ default: 10, minimum: 2, maximum: 200 }),
  // Until when rows without a MAC count as written before there were MACs. Only for an upgrade.
  ADOPT_ROWS_UNTIL: Type.Optional(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?Z$' }),
  ),
  ...tracingVariables,
};
