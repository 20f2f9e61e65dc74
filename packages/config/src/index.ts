export { commaSeparated } from './comma-separated.js';
export { ConfigError } from './config-error.js';
export { readConfig } from './read-config.js';
export type { Environment } from './read-config.js';
export { readSecretFile } from './read-secret-file.js';
export { secretText } from './secret-text.js';
export { serviceVariables } from './service-variables.js';
export { tracingSettings, tracingVariables } from './tracing-variables.js';
