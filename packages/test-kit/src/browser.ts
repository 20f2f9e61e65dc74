import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserServer, type LaunchOptions } from 'playwright-core';
import { askOffered } from './ask-offered.js';

// Debian's packages are `chromium-headless-shell`, which has no windows to draw around the pages, and `chromium`.
const programs = [
  '/usr/bin/chromium-headless-shell',
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
  return chromium.launch(optionsWith(flags));
}

/** The same, which other processes use by its `wsEndpoint`. The caller closes it. */
export function openBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(optionsWith([]));
}

/**
 * The Chromium that the suites of a run share, started when the first asks for it. To close it closes what the caller
 * has opened.
 */
export async function sharedBrowser(socketPath: string | undefined): Promise<Browser> {
  const endpoint = await askOffered(socketPath);
  if (!endpoint.startsWith('ws:')) throw new Error(`the shared browser did not start: ${endpoint}`);
  return chromium.connect(endpoint);
}

function optionsWith(flags: readonly string[]): LaunchOptions {
  if (program === undefined)
    throw new Error('no Chromium: install it (apt-get install chromium-headless-shell)');
  return {
    executablePath: program,
    // Chromium refuses its own sandbox to root, which tests in containers often are.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', ...flags],
  };
}
