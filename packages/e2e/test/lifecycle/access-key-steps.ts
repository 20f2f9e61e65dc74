import { randomUUID } from 'node:crypto';
import { codeOf } from '../http/customer.js';
import type { NewWallet } from './create-steps.js';
import { randomAccessKey } from './invariant.js';
import type { CoreWallet, User } from './model.js';
import { newToken, repeatable } from './real.js';
import { hasWallets, step, walletAt, type Step } from './step.js';

/** By any user, with the newest access key or with a dead one. */
export function rotate(index: number, by: User, withDeadKey: boolean): Step {
  return step(
    `rotate(${index}, ${by}, ${withDeadKey ? 'dead key' : 'newest key'})`,
    async (model, real) => {
      const wallet = walletAt(model, index);
      const dead = wallet.dead.at(-1) ?? randomAccessKey();
      const given = withDeadKey ? dead : (wallet.accessKey ?? randomAccessKey());
      const key = randomUUID();
      const body = async () => ({
        op_jwt: await newToken(real, by),
        access_key: given,
        wallet_id: wallet.id,
      });
      const path = '/v2/api/wallet/rotate_access_key';
      const customer = real.applications[wallet.application];
      const answer = await customer.manage('POST', path, await body(), repeatable(key));
      if (by !== wallet.owner) return refused('rotate', wallet, codeOf(answer), 'WALLET_OWNER_MISMATCH');
      if (wallet.accessKey === undefined)
        return refused('rotate', wallet, codeOf(answer), 'INVALID_REQUEST_FIELDS');
      if (withDeadKey) return refused('rotate', wallet, codeOf(answer), 'INVALID_ACCESS_KEY');
      take(wallet, codeOf(answer), answer.body as NewWallet);
      // A user who has lost the answer asks again, with a newer token.
      const again = await customer.manage('POST', path, await body(), repeatable(key));
      expect([codeOf(again), again.body]).toEqual(['ok', answer.body]);
      return { saw: 'rotate: done', wallet };
    },
    hasWallets,
  );
}

/** Two at once with the same access key. One of them wins. */
export function rotateTwice(index: number): Step {
  return step(
    `rotateTwice(${index})`,
    async (model, real) => {
      const wallet = walletAt(model, index);
      const { accessKey } = wallet;
      const body = async () => ({
        op_jwt: await newToken(real, wallet.owner),
        access_key: accessKey ?? randomAccessKey(),
        wallet_id: wallet.id,
      });
      const path = '/v2/api/wallet/rotate_access_key';
      const customer = real.applications[wallet.application];
      const answers = await Promise.all(
        [await body(), await body()].map((each) => customer.manage('POST', path, each, repeatable())),
      );
      const codes = answers.map(codeOf);
      if (accessKey === undefined)
        return refused('rotateTwice', wallet, codes.join(), 'INVALID_REQUEST_FIELDS,INVALID_REQUEST_FIELDS');
      const won = codes.indexOf('ok');
      expect(codes.toSorted()[won === 0 ? 1 : 0]).toMatch(
        /^(INVALID_ACCESS_KEY|WALLET_CHANGED_MEANWHILE|ok)$/,
      );
      expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
      take(wallet, 'ok', answers[won]?.body as NewWallet);
      return { saw: 'rotateTwice: one won', wallet };
    },
    hasWallets,
  );
}

export function recover(index: number, by: User): Step {
  return step(
    `recover(${index}, ${by})`,
    async (model, real) => {
      const wallet = walletAt(model, index);
      const body = { auth_jwt: await newToken(real, by), wallet_id: wallet.id };
      const customer = real.applications[wallet.application];
      const answer = await customer.manage('POST', '/v2/api/wallet/recover_access_key', body);
      const code = codeOf(answer);
      if (!model.applications[wallet.application].recovery)
        return refused('recover', wallet, code, 'WALLET_RECOVERY_DISABLED');
      if (by !== wallet.owner) return refused('recover', wallet, code, 'WALLET_OWNER_MISMATCH');
      if (wallet.accessKey === undefined) return refused('recover', wallet, code, 'INVALID_REQUEST_FIELDS');
      if (!wallet.recoverable) return refused('recover', wallet, code, 'WALLET_NOT_RECOVERABLE');
      take(wallet, code, answer.body as NewWallet);
      return { saw: 'recover: done', wallet };
    },
    hasWallets,
  );
}

/** A changed setting applies to wallets that are made later. While it is off, nothing is recovered. */
export function setRecovery(application: 0 | 1, on: boolean): Step {
  return step(`setRecovery(${application}, ${on})`, async (model, real) => {
    await real.applications[application].succeed('PATCH', '/v1/application', { access_key_recovery: on });
    model.applications[application].recovery = on;
    return { saw: `setRecovery: ${on}` };
  });
}

function refused(what: string, wallet: CoreWallet, code: string, wanted: string) {
  expect([what, code]).toEqual([what, wanted]);
  return { saw: `${what}: ${wanted}`, wallet };
}

function take(wallet: CoreWallet, code: string, { data }: NewWallet): void {
  expect([code, data.uuid, data.public_address]).toEqual(['ok', wallet.id, wallet.address]);
  if (wallet.accessKey !== undefined) wallet.dead.push(wallet.accessKey);
  wallet.accessKey = data.access_key;
  expect(wallet.dead).not.toContain(wallet.accessKey);
}
