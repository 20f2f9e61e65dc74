import type { CreateWalletGroupRequest } from '../generated/schemas.js';
import { matches, walletFacts } from './core.js';
import { onePage } from './list.js';
import { idempotencyKeyOf, once } from './once.js';
import { Refusal } from './refusal.js';
import type { Handler, Received, TestGroup, TestWallet } from './state.js';

/** Wallet groups, and the lists of everything that the application has. */
export const applicationHandlers = {
  createWalletGroup: (state, { id, headers, body }) =>
    once(state, idempotencyKeyOf(headers), { id, body }, () => {
      const { metadata } = (body ?? {}) as NonNullable<CreateWalletGroupRequest>;
      const group = { id: state.nextId(), resourceId: metadata?.resource_id, createdAt: state.now() };
      state.groups.push(group);
      return Promise.resolve({ body: { data: shownGroup(group) } });
    }),
  listWalletGroups: ({ groups }, { query }) => {
    const { items, next } = onePage(groups, query, 1000);
    return { body: { data: items.map(shownGroup), next } };
  },
  getWalletGroup: ({ groups }, { path }) => {
    const group = groups.find(({ id }) => id === path['id']);
    if (!group) throw new Refusal('wallet-group.not-found');
    return { body: { data: shownGroup(group) } };
  },
  listAllWallets: ({ wallets }, { query }) => {
    const { since = 0, until = Infinity } = query;
    const found = wallets.filter(
      (each) => matches(each, query) && each.createdAt >= Number(since) && each.createdAt < Number(until),
    );
    const { items, next } = onePage(found.reverse(), query, 50);
    return { body: { data: items.map(listedWallet), next } };
  },
  listUsers: ({ wallets }, { query }) => {
    const byUser = new Map<string, TestWallet[]>();
    for (const wallet of wallets.filter((each) => matches(each, query))) {
      const id = JSON.stringify([wallet.owner.subject, wallet.owner.issuer]);
      byUser.set(id, [wallet, ...(byUser.get(id) ?? [])]);
    }
    const users = [...byUser].map(([id, owned]) => ({ id, owned }));
    const { items, next } = onePage(
      users.sort((one, other) => (one.id < other.id ? -1 : 1)),
      query,
      50,
    );
    return { body: { data: items.map(({ owned }) => listedUser(owned)), next } };
  },
} satisfies Partial<Record<Received['id'], Handler>>;

function shownGroup({ id, resourceId, createdAt }: TestGroup) {
  const metadata = resourceId === undefined ? {} : { resource_id: resourceId };
  return { uuid: id, time_created: createdAt, time_updated: createdAt, metadata };
}

function listedWallet(wallet: TestWallet) {
  const { id, chain, owner } = wallet;
  const isCore = wallet.interface === 'core';
  const access = { access_key_required: isCore, recoverable: isCore };
  return {
    id,
    interface: wallet.interface,
    chain,
    ...walletFacts(wallet),
    owner,
    origin: 'created',
    ...access,
  };
}

function listedUser(owned: readonly TestWallet[]) {
  const [first] = owned;
  return { ...first?.owner, wallets: owned.slice(0, 10).map(listedWallet), more_wallets: owned.length > 10 };
}
