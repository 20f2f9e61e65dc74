import { systemLayouts } from './system-program.js';
import { tokenLayouts, transferCheckedWithFee } from './token-program.js';

/** Every instruction that is decoded, by the program. */
export const instructionNames: Readonly<Record<'system' | 'token', readonly string[]>> = {
  system: systemLayouts.map(({ name }) => name),
  token: [...tokenLayouts, transferCheckedWithFee].map(({ name }) => name),
};
