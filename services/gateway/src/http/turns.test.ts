import { setImmediate } from 'node:timers/promises';
import { AppError, type ErrorCode } from '@wallet-service/errors';
import { createTurns } from './turns.js';

const stranger = (address: string) => ({ address, claim: '', bytes: 0 });

/** Whether an address gets its next turn at once after this failure, while another address has work waiting. */
async function goesOnAfter(code: ErrorCode): Promise<boolean> {
  const turns = createTurns(
    () => 0,
    () => undefined,
  );
  void turns.ofStranger(stranger('192.0.2.1'), () => new Promise(() => undefined));
  const failing = turns.ofStranger(stranger('192.0.2.2'), () => Promise.reject(new AppError(code, 'no')));
  await expect(failing).rejects.toMatchObject({ code });
  let began = false;
  void turns
    .ofStranger(stranger('192.0.2.2'), () => {
      began = true;
      return Promise.resolve();
    })
    .catch(() => undefined);
  await setImmediate();
  return began;
}

describe('the next turn of an address', () => {
  it('comes later after refused credentials', async () => {
    expect(await goesOnAfter('auth.token-missing')).toBe(false);
  });

  it.each(['service.unavailable', 'service.deadline-exceeded', 'internal'] as const)(
    "comes at once after %s, which is not the client's fault",
    async (code) => {
      expect(await goesOnAfter(code)).toBe(true);
    },
  );
});

describe('the share of claims at an address', () => {
  const address = '192.0.2.1';

  async function beganBeside(claim: string, accepted: readonly string[]): Promise<boolean> {
    let now = 0;
    const turns = createTurns(
      () => now,
      () => undefined,
    );
    // The second time it has its own share.
    for (const one of [...accepted, ...accepted])
      await turns.ofStranger({ address, claim: one, bytes: 0 }, () => Promise.resolve());
    const refused = () => Promise.reject(new AppError('auth.api-key-invalid', 'no'));
    for (const madeUp of ['pk_1', 'pk_2', 'pk_3']) {
      now += 10;
      await turns.ofStranger({ address, claim: madeUp, bytes: 0 }, refused).catch(() => undefined);
    }
    let began = false;
    void turns
      .ofStranger({ address, claim, bytes: 0 }, () => {
        began = true;
        return Promise.resolve();
      })
      .catch(() => undefined);
    await setImmediate();
    return began;
  }

  it('is one for all that no accepted caller has made, so each refused one delays the next', async () => {
    expect(await beganBeside('pk_4', ['pk_own'])).toBe(false);
  });

  it('is an own one for each that an accepted caller has made, so refused ones do not delay it', async () => {
    expect(await beganBeside('pk_own', ['pk_own'])).toBe(true);
  });
});
