import type fc from 'fast-check';
import { nobodyElseSigns, ownersSign } from './invariant.js';
import type { CoreWallet, Model } from './model.js';
import type { Real } from './real.js';

export type Step = fc.AsyncCommand<Model, Real>;

/** What a step did, such as `export: opened`, and the wallet that it was about, which is then checked closely. */
export type Outcome = { readonly saw: string; readonly wallet?: CoreWallet };

/**
 * A command after which the invariant holds. It is checked for the wallet that the command touched and some others, and
 * for all when the sequence has ended.
 */
export function step(
  label: string,
  run: (model: Model, real: Real) => Promise<Outcome>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Step {
  return {
    check,
    toString: () => label,
    async run(model, real) {
      const { saw, wallet } = await run(model, real);
      real.seen.add(saw);
      const touched = wallet ? [wallet] : [];
      await ownersSign(model, real, [...touched, ...model.wallets.slice(-2)], [...model.express].slice(-2));
      for (const each of touched) await nobodyElseSigns(model, real, each, each.dead.slice(-1));
    },
  };
}

/** The wallet at an index of the list, whatever its length. */
export function walletAt(model: Model, index: number): CoreWallet {
  const wallet = model.wallets[index % model.wallets.length];
  if (!wallet) throw new Error('there is no wallet yet');
  return wallet;
}

export const hasWallets = ({ wallets }: Readonly<Model>): boolean => wallets.length > 0;
