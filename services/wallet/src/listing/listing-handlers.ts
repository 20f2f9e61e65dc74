import { chains, chainTable } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';
import type { Handlers, ReceivedRequestOf, ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import type { CallScope } from '../signer/signer-client.js';
import { storedFormOf } from '../wallets/stored-address.js';
import type { Tampered } from '../wallets/tampering.js';
import type { VerifiedWallets } from '../wallets/verified-wallets.js';
import { pregeneratedChain, type Wallet } from '../wallets/wallet.js';
import { walletToWire } from '../wallets/wallet-on-the-wire.js';
import type { AllWalletsFilter, AllWalletsStore } from './all-wallets-store.js';
import { mostWalletsShown, type FoundUser, type UsersStore } from './users-store.js';

export type ListingHandlersDeps = {
  readonly wallets: AllWalletsStore;
  readonly users: UsersStore;
  readonly verify: VerifiedWallets['verify'];
  readonly tampered: Tampered;
};

type WalletOnTheWire = NonNullable<ResponseOf<WalletDefinition['ListAllWallets']>['wallets']>[number];

const usualLimit = 50;
const mostListed = 100;
const interfaces = ['express', 'core', 'pregenerated'] as const;

/** Every wallet and user of an application, for the holder of its secret key. */
export function listingHandlers(
  deps: ListingHandlersDeps,
): Pick<Handlers<WalletDefinition>, 'ListAllWallets' | 'ListUsers'> {
  return {
    async ListAllWallets(wire, scope) {
      const { applicationId } = wire;
      const page = pageOf(wire);
      const found = await deps.wallets.list(applicationId, filterOf(wire), page);
      if (!found) throw noSuchPage();
      return {
        wallets: await Promise.all(found.wallets.map((wallet) => shown(deps, wallet, scope))),
        next: found.next ?? '',
      };
    },

    async ListUsers(wire, scope) {
      const { applicationId, issuer, subject, subjectPrefix } = wire;
      if (subject !== '' && subjectPrefix !== '')
        throw invalidField('/subject_prefix', 'goes without subject: give one of them');
      const filter = {
        ...{ issuer: issuer || undefined, subject: subject || undefined },
        subjectPrefix: subjectPrefix || undefined,
      };
      const found = await deps.users.list(applicationId, filter, pageOf(wire));
      if (!found) throw noSuchPage();
      const users = firstOf(found.users);
      const isCut = users.length < found.users.length;
      return {
        users: await Promise.all(users.map((user) => userToWire(deps, user, scope))),
        next: (isCut ? users.at(-1)?.wallets[0]?.id : found.next) ?? '',
      };
    },
  };
}

/** A page has at most about as many wallets as a page of wallets, because a signer verifies each. */
function firstOf(users: readonly FoundUser[]): readonly FoundUser[] {
  let wallets = 0;
  return users.filter((user, index) => {
    wallets += Math.min(user.wallets.length, mostWalletsShown);
    return index === 0 || wallets <= mostListed;
  });
}

async function userToWire(deps: ListingHandlersDeps, user: FoundUser, scope: CallScope) {
  const wallets = user.wallets.slice(0, mostWalletsShown);
  return {
    issuer: user.issuer,
    subject: user.subject,
    wallets: await Promise.all(wallets.map((wallet) => shown(deps, wallet, scope))),
    moreWallets: user.wallets.length > wallets.length,
  };
}

async function shown(
  { verify, tampered }: ListingHandlersDeps,
  wallet: Wallet,
  scope: CallScope,
): Promise<WalletOnTheWire> {
  if (wallet.owner) return walletToWire(await verify(wallet, scope));
  // Its record names the e-mail address, which is stored nowhere. So its address cannot be verified here.
  const { id, applicationId, chain, network } = wallet;
  if (chain !== pregeneratedChain || network !== chainTable[chain].expressNetwork)
    throw tampered('wallet-exchanged', { applicationId, walletId: id });
  return { ...walletToWire(wallet), address: '', publicKey: Buffer.alloc(0) };
}

function pageOf({
  applicationId,
  after,
  limit: asked,
}: Pick<ReceivedRequestOf<WalletDefinition['ListUsers']>, 'applicationId' | 'after' | 'limit'>) {
  if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
  const limit = asked || usualLimit;
  if (limit > mostListed) throw invalidField('/limit', `must be at most ${mostListed}`);
  if (after !== '' && !isUuid(after)) throw noSuchPage();
  return { after: after || undefined, limit };
}

function noSuchPage() {
  return invalidField('/after', 'must be the `next` of a page before');
}

function filterOf(wire: ReceivedRequestOf<WalletDefinition['ListAllWallets']>): AllWalletsFilter {
  const { chain, address, issuer, subject, network } = wire;
  if (chain !== '' && !chains.some((known) => known === chain))
    throw invalidField('/chain', `must be one of ${chains.join(', ')}`);
  if (wire.interface !== '' && !interfaces.some((known) => known === wire.interface))
    throw invalidField('/interface', `must be one of ${interfaces.join(', ')}`);
  return {
    interface: wire.interface || undefined,
    chain: chain || undefined,
    network: network || undefined,
    address: address === '' ? undefined : storedFormOf(address),
    issuer: issuer || undefined,
    subject: subject || undefined,
    since: timeOf(wire.since, '/since'),
    until: timeOf(wire.until, '/until'),
  };
}

function timeOf(text: string, path: string): number | undefined {
  const seconds = Number(text);
  if (seconds < 0 || seconds > 253_402_300_799) throw invalidField(path, 'must be Unix seconds');
  return seconds === 0 ? undefined : seconds;
}
