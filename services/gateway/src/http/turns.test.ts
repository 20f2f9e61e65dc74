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
