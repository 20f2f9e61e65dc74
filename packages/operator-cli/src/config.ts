import { readConfig, secretText, type Environment } from '@wallet-service/config';
import { archiveSettingsOf, archiveVariables } from '@wallet-service/journal-archive';
import { Type } from 'typebox';

export const operatorVariables = Type.Object({
  GATEWAY_URL: Type.Optional(Type.String()),
  OPERATOR_KEY_FILE: Type.Optional(Type.String()),
  CONSOLE_URL: Type.Optional(Type.String({ pattern: '^https?://[^#?]+$' })),
  DATABASE_URL: Type.Optional(secretText()),
  ...archiveVariables,
});

/** The defaults of the operator's program. */
export function operatorConfig(env: Environment = process.env) {
  const values = readConfig(operatorVariables, env);
  return {
    gatewayUrl: values.GATEWAY_URL,
    operatorKeyFile: values.OPERATOR_KEY_FILE,
    consoleUrl: values.CONSOLE_URL,
    databaseUrl: values.DATABASE_URL,
    archive: archiveSettingsOf(values),
  };
}
