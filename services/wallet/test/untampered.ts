import { createTampered } from '../src/wallets/tampering.js';

/** For what must find nothing wrong. */
export const untampered = createTampered((finding) => {
  throw new Error(`found ${finding}, and nothing was tampered with`);
});
