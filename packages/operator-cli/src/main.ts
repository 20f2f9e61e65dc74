import { runProgram } from './program.js';
import { environment } from './surroundings.js';

process.exitCode = await runProgram(process.argv.slice(2), environment);
