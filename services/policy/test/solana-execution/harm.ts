import type { Holdings } from './holdings.js';
import { nativeMint, seeds, wallet, type State } from './world.js';

/** What a transaction took from the wallet. */
export type Harm = {
  /** Lamports that the wallet lost, without its fee. */
  readonly lamports: bigint;
  /** How many of these came from the wallet's own account. */
  readonly ownLamports: bigint;
  readonly tokens: ReadonlyMap<string, bigint>;
  /** The wallet's own account, or one for a seed of it, now belongs to another program or has data. */
  readonly isAssigned: boolean;
  readonly isAllocated: boolean;
  readonly lostAuthority: boolean;
  readonly newDelegate: boolean;
  readonly isMinted: boolean;
  readonly isBurnt: boolean;
  /** A token account or mint that the wallet could close is gone. */
  readonly isClosed: boolean;
};

const me = wallet.toBase58();
const own = [me, seeds.own.toBase58(), seeds.foreign.toBase58()];
const positive = (value: bigint) => (value > 0n ? value : 0n);

export function harmOf(
  [stateBefore, stateAfter]: readonly [State, State],
  [before, after]: readonly [Holdings, Holdings],
  { fee, unwraps }: { readonly fee: bigint; readonly unwraps: boolean },
): Harm {
  const wrapped = nativeMint.toBase58();
  const gainOf = (mint: string) => (after.tokens.get(mint) ?? 0n) - (before.tokens.get(mint) ?? 0n);
  const lost = before.lamports - after.lamports - fee;
  const tokens = new Map<string, bigint>();
  for (const mint of before.tokens.keys()) {
    // What the wallet unwraps for itself is lost as lamports, if at all.
    if (-gainOf(mint) > 0n && !(mint === wrapped && unwraps)) tokens.set(mint, -gainOf(mint));
  }
  const changed = (is: (at: string) => boolean) => own.some((at) => stateAfter.has(at) && is(at));
  const supplyOf = (mint: string) => (after.supplies.get(mint) ?? 0n) - (before.supplies.get(mint) ?? 0n);
  const isAlive = (authority: string) => (stateAfter.get(authority.split(' ')[0] ?? '')?.lamports ?? 0n) > 0n;
  const remaining = [...before.authorities].filter(
    (each) => / (owner|close|mint|freeze)$/.test(each) && isAlive(each),
  );
  return {
    lamports: positive(lost - (unwraps ? gainOf(wrapped) : positive(gainOf(wrapped)))),
    ownLamports: positive((stateBefore.get(me)?.lamports ?? 0n) - (stateAfter.get(me)?.lamports ?? 0n) - fee),
    tokens,
    isAssigned: changed(
      (at) =>
        (stateAfter.get(at)?.lamports ?? 0n) > 0n &&
        stateAfter.get(at)?.owner !== '11111111111111111111111111111111',
    ),
    isAllocated: changed((at) => (stateAfter.get(at)?.data.length ?? 0) > 0),
    lostAuthority: remaining.some((each) => !after.authorities.has(each)),
    newDelegate: [...after.delegates].some((each) => !before.delegates.has(each)),
    isMinted: [...before.supplies.keys()].some((mint) => supplyOf(mint) > 0n),
    isClosed: [...before.authorities].some((each) => each.endsWith(' close') && !isAlive(each)),
    isBurnt: [...tokens.keys()].some((mint) => after.supplies.has(mint) && supplyOf(mint) < 0n),
  };
}

export function isHarmful(harm: Harm): boolean {
  const { lamports, tokens, isAssigned, isAllocated, lostAuthority, newDelegate, isMinted } = harm;
  return (
    lamports > 0n ||
    tokens.size > 0 ||
    [isAssigned, isAllocated, lostAuthority, newDelegate, isMinted].includes(true)
  );
}
