export { UsageError } from './command-line/flags.js';
export { operatorConfig, operatorVariables } from './config.js';
export { runProgram } from './program.js';
export { environment, knownTarget, type OpenDatabase, type Surroundings } from './surroundings.js';
