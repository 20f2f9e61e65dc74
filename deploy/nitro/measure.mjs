// Prints what the hypervisor will report about an enclave image: `node deploy/nitro/measure.mjs IMAGE.eif`.
import { readFileSync } from 'node:fs';
import { measureEif } from './eif.mjs';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node deploy/nitro/measure.mjs IMAGE.eif');
  process.exit(2);
}
try {
  console.log(JSON.stringify({ pcrs: measureEif(readFileSync(file)) }, undefined, 2));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
