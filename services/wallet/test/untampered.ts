import { createTampered } from '../src/wallets/tampering.js';

/** For tests that must find nothing wrong. */
export const untampered = createTampered((finding) => {
  throw new Error(`found ${finding}, and nothing was tampered with`);
});
