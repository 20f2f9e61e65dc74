import { request, world } from '../../test/signing-world.js';
import { sign } from './sign.js';
import type { SignDeps } from './signing-request.js';

describe('with a token that was used for another payload', () => {
  const reused: Partial<SignDeps> = { isTokenReused: () => Promise.resolve(true) };

  it('signs and records it in the mode observe', async () => {
    const { deps, journal, events } = world(reused);
    await sign(deps, request);
    expect(journal.at(-1)).toMatchObject({ outcome: 'signed', tokenReused: true });
    expect(events[0]).toEqual({ event: 'token-reused', chain: 'SOL' });
  });

  it('refuses and records it in the mode single_payload', async () => {
    const { deps, journal, signatures } = world(reused);
    const strict = { ...request, jwtMode: 'single_payload' as const };
    await expect(sign(deps, strict)).rejects.toMatchObject({ code: 'wallet.token-already-used' });
    expect(journal.at(-1)).toMatchObject({ outcome: 'failed', tokenReused: true });
    expect(signatures()).toBe(0);
  });
});

describe('while the store of pins is down', () => {
  const down: Partial<SignDeps> = { isTokenReused: () => Promise.reject(new Error('down')) };

  it('signs in the mode observe', async () => {
    const { deps, events } = world(down);
    await sign(deps, request);
    expect(events.map(({ event }) => event)).toEqual(['pins-unavailable', 'signed']);
  });

  it('refuses in the mode single_payload', async () => {
    const { deps, signatures } = world(down);
    const strict = { ...request, jwtMode: 'single_payload' as const };
    await expect(sign(deps, strict)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(signatures()).toBe(0);
  });
});
