import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/**
 * A Chromium without a window. It is the one of the system (Debian's package `chromium`), or the program that
 * CHROMIUM names. `flags` are Chromium's. The caller closes it.
 */
export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram(),
    // Chromium refuses its own sandbox to root, which tests in containers often are.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', ...flags],
  });
}

function chromiumProgram(): string {
  const { CHROMIUM, PATH = '' } = process.env;
  const candidates = PATH.split(path.delimiter).flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome'].map((name) => path.join(folder, name)),
  );
  const found = CHROMIUM ?? candidates.find((file) => existsSync(file));
  if (found === undefined)
    throw new Error('no Chromium: install it (apt-get install chromium), or name the program in CHROMIUM');
  return found;
}
