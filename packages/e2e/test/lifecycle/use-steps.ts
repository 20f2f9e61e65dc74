import { privateKeyToAddress } from 'viem/accounts';
import { codeOf } from '../http/customer.js';
import { exportRecipient, type SealedExport } from '../http/hpke.js';
import { isSilenced, placeOf, type ApplicationIndex, type CoreWallet, type User } from './model.js';
import { newToken, signsOnCore } from './real.js';
import { hasWallets, step, walletAt, type Step } from './step.js';

/** By any user, for any application. */
export function sign(index: number, application: ApplicationIndex, by: User): Step {
  return step(
    `sign(${index}, ${application}, ${by})`,
    async (model, real) => {
      const wallet = walletAt(model, index);
      const { accessKey } = wallet;
      const saw = await signsOnCore(real, wallet, { application, user: by, accessKey });
      if (application !== wallet.application) expect(saw).toBe('WALLET_NOT_FOUND');
      else if (by !== wallet.owner) expect(saw).toBe('WALLET_OWNER_MISMATCH');
      else expect(saw).toBe(isSilenced(model, wallet) ? 'POLICY_DENIED' : 'ok');
      return { saw: `sign: ${saw}`, wallet };
    },
    hasWallets,
  );
}

/** By any user, with the newest access key. What is opened is the key of the address. */
export function exportKey(index: number, by: User): Step {
  return step(
    `exportKey(${index}, ${by})`,
    async (model, real) => {
      const wallet = walletAt(model, index);
      const { publicKey, open } = await exportRecipient();
      const answer = await real.applications[wallet.application].manage('POST', '/v2/api/wallet/export', {
        op_jwt: await newToken(real, by),
        ...(wallet.accessKey !== undefined && { access_key: wallet.accessKey }),
        wallet_id: wallet.id,
        recipient_public_key: publicKey,
      });
      const code = codeOf(answer);
      expect(code).toBe(exportOutcome(by, wallet, model.applications[wallet.application].policy));
      if (code === 'ok') {
        const { private_key } = await open((answer.body as { data: SealedExport }).data);
        expect(private_key).toMatch(/^[0-9a-f]{64}$/);
        if (wallet.chain === 'ETH') expect(privateKeyToAddress(`0x${private_key}`)).toBe(wallet.address);
      }
      return { saw: `exportKey: ${code}`, wallet };
    },
    hasWallets,
  );
}

function exportOutcome(by: User, wallet: CoreWallet, policy: string | undefined): string {
  if (by !== wallet.owner) return 'WALLET_OWNER_MISMATCH';
  return policy === undefined ? 'ok' : 'POLICY_DENIED';
}

/** For the Express wallet at an index of the list. */
export function exportExpressKey(index: number): Step {
  return step(
    `exportExpressKey(${index})`,
    async (model, real) => {
      const [place, address] = [...model.express][index % model.express.size] ?? [];
      if (!place) throw new Error('there is no Express wallet yet');
      const { application, user } = placeOf(place);
      const { publicKey, open } = await exportRecipient();
      const answer = await real.applications[application].express.post(
        '/v2/wallet/export',
        await newToken(real, user),
        'ETH',
        { recipient_public_key: publicKey },
      );
      const code = codeOf(answer);
      expect(code).toBe(model.applications[application].policy === undefined ? 'ok' : 'policy.denied');
      if (code === 'ok') {
        const { private_key } = await open(answer.body as SealedExport);
        expect(privateKeyToAddress(`0x${private_key}`)).toBe(address);
      }
      return { saw: `exportExpressKey: ${code}` };
    },
    ({ express }) => express.size > 0,
  );
}
