import { randomBytes, randomUUID } from 'node:crypto';
import { privateKeyToAddress } from 'viem/accounts';
import type { Chain } from '@wallet-service/local-stack/express-client';
import { codeOf } from '../http/customer.js';
import { sealForImport, type ImportKey } from '../http/hpke.js';
import type { ApplicationIndex, CoreWallet, Model, User } from './model.js';
import { newToken, repeatable, subjectOf } from './real.js';
import { step, type Step } from './step.js';

export type NewWallet = {
  readonly wallet_id: string;
  readonly data: { readonly uuid: string; readonly public_address: string; readonly access_key: string };
};

const chainOf: Readonly<Record<string, Chain>> = { EVM: 'ETH', SOL_MAINNET: 'SOL', BTC_MAINNET: 'BTC' };
export const networks = Object.keys(chainOf);

export function create(application: ApplicationIndex, user: User, network: string): Step {
  return step(`create(${application}, ${user}, ${network})`, async (model, real) => {
    const key = randomUUID();
    const body = { auth_jwt: await newToken(real, user), network };
    const customer = real.applications[application];
    const made = await customer.succeed<NewWallet>('POST', '/v2/api/wallet', body, repeatable(key));
    const wallet = knownWallet(model, { application, owner: user, network }, made);
    const { secretKeys } = model.applications[application];
    model.creations.push({ wallet, key, accessKey: made.data.access_key, secretKeys });
    return { saw: `create: ${network}`, wallet };
  });
}

/** The same request once more. The answer is the same, or a clear reason for a refusal. Never a second wallet. */
export function replay(index: number): Step {
  const hasCreations = ({ creations }: Readonly<Model>): boolean => creations.length > 0;
  return step(
    `replay(${index})`,
    async (model, real) => {
      const creation = model.creations[index % model.creations.length];
      if (!creation) throw new Error('nothing was created yet');
      const { wallet, key, accessKey, secretKeys } = creation;
      const body = { auth_jwt: await newToken(real, wallet.owner), network: wallet.network };
      const customer = real.applications[wallet.application];
      const answer = await customer.manage('POST', '/v2/api/wallet', body, repeatable(key));
      const wanted =
        wallet.accessKey !== accessKey
          ? 'REQUEST_IDEMPOTENCY_ANSWER_OUTDATED'
          : secretKeys !== model.applications[wallet.application].secretKeys
            ? 'REQUEST_IDEMPOTENCY_ANSWER_SEALED'
            : 'ok';
      expect(codeOf(answer)).toBe(wanted);
      const { uuid, access_key } = (answer.body as Partial<NewWallet>).data ?? {};
      if (wanted === 'ok') expect([uuid, access_key]).toEqual([wallet.id, accessKey]);
      else
        expect(answer.body).toMatchObject({
          error: { details: { wallet_id: wallet.id } },
        });
      return { saw: `replay: ${wanted}`, wallet };
    },
    hasCreations,
  );
}

/** The same key for another body, and for another user. */
export function misuseKey(index: number, other: User): Step {
  const hasCreations = ({ creations }: Readonly<Model>): boolean => creations.length > 0;
  return step(
    `misuseKey(${index}, ${other})`,
    async (model, real) => {
      const creation = model.creations[index % model.creations.length];
      if (!creation) throw new Error('nothing was created yet');
      const { wallet, key } = creation;
      const network = other === wallet.owner ? anotherThan(wallet.network) : wallet.network;
      const body = { auth_jwt: await newToken(real, other), network };
      const customer = real.applications[wallet.application];
      const answer = await customer.manage('POST', '/v2/api/wallet', body, repeatable(key));
      expect([answer.status, codeOf(answer)]).toEqual([422, 'REQUEST_IDEMPOTENCY_MISMATCH']);
      return { saw: 'misuseKey: refused', wallet };
    },
    hasCreations,
  );
}

const anotherThan = (network: string): string => networks.find((each) => each !== network) ?? '';

/**
 * Imports a key. Then repeats it, which makes no second wallet, and `thief` tries it with what was sealed for the
 * owner.
 */
export function importKey(application: ApplicationIndex, user: User, thief: User): Step {
  return step(`importKey(${application}, ${user}, ${thief})`, async (model, real) => {
    const customer = real.applications[application];
    const network = 'EVM';
    const privateKey = randomBytes(32);
    const { issuer } = customer.provider;
    const query = new URLSearchParams({ network, issuer, subject: subjectOf(real, user) }).toString();
    const target = await customer.succeed<{ data: ImportKey }>('GET', `/v2/api/wallet/import_key?${query}`);
    const body = { network, ...(await sealForImport(privateKey, target.data)) };
    const attempt = async (by: User, headers = {}) => {
      const asked = { auth_jwt: await newToken(real, by), ...body };
      return customer.manage('POST', '/v2/api/wallet/import', asked, headers);
    };
    if (!model.applications[application].recovery)
      expect(codeOf(await attempt(user))).toBe('INVALID_REQUEST_FIELDS');
    const key = repeatable();
    if (thief !== user) expect(codeOf(await attempt(thief, repeatable()))).toBe('WALLET_SEALED_KEY_INVALID');
    const made = await attempt(user, key);
    expect([codeOf(made), made.body]).toEqual(['ok', (await attempt(user, key)).body]);
    const wallet = knownWallet(model, { application, owner: user, network }, made.body as NewWallet);
    expect(wallet.address).toBe(privateKeyToAddress(`0x${privateKey.toString('hex')}`));
    const again = await attempt(user, repeatable());
    expect(codeOf(again)).toBe('WALLET_ALREADY_IMPORTED');
    expect(again.body).toMatchObject({ error: { details: { wallet_id: wallet.id } } });
    return { saw: thief === user ? 'importKey: once' : 'importKey: not by a thief', wallet };
  });
}

function knownWallet(
  model: Model,
  { application, owner, network }: Pick<CoreWallet, 'application' | 'owner' | 'network'>,
  { data }: NewWallet,
): CoreWallet {
  const wallet: CoreWallet = {
    application,
    owner,
    id: data.uuid,
    address: data.public_address,
    chain: chainOf[network] ?? 'ETH',
    network,
    recoverable: model.applications[application].recovery,
    accessKey: data.access_key,
    dead: [],
  };
  model.wallets.push(wallet);
  return wallet;
}
