import type { PublicKey } from '@solana/web3.js';
import { u64 } from './bytes.js';
import { all, amount, maybe, people, person, type Entry, type Part } from './entry.js';
import {
  blanks,
  fresh,
  friend,
  lent,
  multisigs,
  programs,
  sysvars,
  thief,
  tokens,
  wallet,
  wrapped,
} from './world.js';

const { rent } = sysvars;

export function ofTokens(name: keyof typeof tokens | 'wrapped'): readonly Entry[] {
  const isClassic = name === 'plain' || name === 'wrapped';
  const program = isClassic ? programs.token : programs.token2022;
  const multisig = isClassic ? multisigs.token : multisigs.token2022;
  const { mint, mine, theirs } = name === 'wrapped' ? wrapped : tokens[name];
  const { shared, empty, frozen } =
    name === 'wrapped' ? { shared: mine, empty: mine, frozen: mine } : tokens[name];
  const mints = [mint];
  const decimals = [name === 'wrapped' ? 9 : 6];
  const held = [mine, mine, mine, shared, shared, empty, theirs, ...(name === 'plain' ? [lent] : [])];
  const [blankMint, blankAccount, blankMultisig] = isClassic ? blanks.token : blanks.token2022;
  const targets = [theirs, theirs, mine];
  const closable = [empty, empty, mine, shared, mint];
  const authorities = [wallet, wallet, wallet, wallet, multisig, thief];
  const make = (
    tag: number,
    what: string,
    places: Entry['places'],
    ...parts: readonly (Part | Iterable<number>)[]
  ) => ({
    name: `${name} ${what}`,
    program,
    places,
    data: all([tag], ...parts),
  });
  const [signed, checked] = [
    [held, targets, authorities],
    [held, mints, targets, authorities],
  ];
  const delegates = [thief, wallet, friend];
  return [
    make(0, 'InitializeMint', [[...mints, blankMint], [rent]], [6], person, maybe),
    make(1, 'InitializeAccount', [[blankAccount, mine], mints, people, [rent]]),
    make(2, 'InitializeMultisig', [[blankMultisig, multisig], [rent], people], [1]),
    make(3, 'Transfer', signed, amount),
    make(4, 'Approve', [held, delegates, authorities], amount),
    make(5, 'Revoke', [held, authorities]),
    make(
      6,
      'SetAuthority',
      [[...held, ...mints], authorities],
      (random) => [random.pick([0, 1, 2, 2, 3, 3, 4, 12])],
      maybe,
    ),
    make(7, 'MintTo', [mints, held, authorities], amount),
    make(8, 'Burn', [held, mints, authorities], amount),
    make(9, 'CloseAccount', [closable, people, authorities]),
    make(10, 'FreezeAccount', [held, mints, authorities]),
    make(11, 'ThawAccount', [[frozen], mints, authorities]),
    make(12, 'TransferChecked', checked, amount, decimals),
    make(13, 'ApproveChecked', [held, mints, delegates, authorities], amount, decimals),
    make(14, 'MintToChecked', [mints, held, authorities], amount, decimals),
    make(15, 'BurnChecked', [held, mints, authorities], amount, decimals),
    make(16, 'InitializeAccount2', [[blankAccount, mine], mints, [rent]], person),
    make(17, 'SyncNative', [held]),
    make(18, 'InitializeAccount3', [[blankAccount, mine], mints], person),
    make(19, 'InitializeMultisig2', [[blankMultisig, multisig], people], [1]),
    make(20, 'InitializeMint2', [[...mints, blankMint]], [6], person, maybe),
    make(21, 'GetAccountDataSize', [mints]),
    make(22, 'InitializeImmutableOwner', [[blankAccount, mine]]),
    make(23, 'AmountToUiAmount', [mints], amount),
    make(24, 'UiAmountToAmount', [mints], [49]),
    make(38, 'WithdrawExcessLamports', [[...held, ...mints], people, authorities]),
    make(45, 'UnwrapLamports', [held, people, authorities], maybe, amount),
    make(255, 'Batch of a transfer', [held, targets, authorities], [3, 9, 3], amount),
    ...(name === 'fees' || name === 'pausable' ? ofExtensions(make, { mints, held, authorities }) : []),
  ];
}

/** What else can be changed, by its two numbers, and how many bytes the new value has. */
const updates = [
  [27, 1, 33],
  [28, 1, 1],
  [30, 0, 0],
  [30, 1, 0],
  [33, 1, 2],
  [34, 0, 0],
  [34, 1, 0],
  [36, 1, 32],
  [37, 4, 0],
  [39, 1, 32],
  [40, 1, 32],
  [41, 1, 32],
  [42, 3, 0],
  [43, 1, 16],
  [44, 1, 0],
  [44, 2, 0],
] as const;

/** Token-2022 has one number for each extension, and a second one for the action. */
function ofExtensions(
  make: (
    tag: number,
    name: string,
    places: Entry['places'],
    ...parts: readonly (Part | Iterable<number>)[]
  ) => Entry,
  { mints, held, authorities }: Readonly<Record<'mints' | 'held' | 'authorities', readonly PublicKey[]>>,
): readonly Entry[] {
  const either = [...Array.from({ length: 9 }, () => mints).flat(), ...held];
  const [checked, two] = [
    [held, mints, [...held, ...held], authorities],
    [either, [wallet, wallet, wallet, thief]],
  ];
  return [
    make(25, 'InitializeMintCloseAuthority', [[fresh, ...mints]], maybe),
    make(
      26,
      'TransferCheckedWithFee',
      checked,
      [1],
      (random) => u64(random.pick([400n, 1000n])),
      [6],
      (random) => u64(random.pick([0n, 4n, 10n])),
    ),
    make(26, 'WithdrawWithheldTokensFromMint', [mints, held, authorities], [2]),
    make(26, 'WithdrawWithheldTokensFromAccounts', [mints, held, authorities, held], [3], [1]),
    make(26, 'HarvestWithheldTokensToMint', [mints, held], [4]),
    make(26, 'SetTransferFee', two, [5], [100, 0], amount),
    make(29, 'Reallocate', [held, people, [programs.system], authorities], [8, 0, 11, 0]),
    make(31, 'CreateNativeMint', [people, [fresh], [programs.system]]),
    ...updates.map(([tag, which, length]) =>
      make(tag, `extension ${tag}`, two, [which], (random) => Array.from({ length }, () => random.int(2))),
    ),
  ];
}
