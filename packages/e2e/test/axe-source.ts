import { createRequire } from 'node:module';
import type axe from 'axe-core';

const minified = createRequire(import.meta.url)('axe-core/axe.min.js') as typeof axe;

/** The script that pages are checked with. The package's own `source` is more than twice as long. */
export const axeSource: string = minified.source;
