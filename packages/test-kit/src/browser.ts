import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

// Debian's package is `chromium`.
const programs = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const program = programs.find((file) => existsSync(file));

/** Whether this machine has a browser. */
export const hasBrowser = program !== undefined;

/** A Chromium without a window. `flags` are Chromium's. The caller closes it. */
export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  if (program === undefined) throw new Error('no Chromium: install it (apt-get install chromium)');
  return chromium.launch({
    executablePath: program,
    // Chromium refuses its own sandbox to root, which tests in containers often are.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', ...flags],
  });
}
