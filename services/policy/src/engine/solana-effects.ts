import { instructionNames } from '@wallet-service/chains';
import type { ValueKind } from './reading.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAMS } from './solana-programs.js';

/** Where an instruction has the values of an effect: by field, the name of the value. */
type Places = Readonly<Record<string, string>>;

/** The effects of instructions, whatever their names. If a rule forbids one form, no other form avoids it. */
export type SolanaEffect = {
  /** The instructions that do this and nothing else. They are forms of one instruction. */
  readonly names: readonly string[];
  /** The prefix of its fields. None if only the name is used. */
  readonly prefixes: readonly string[];
  readonly kinds: Readonly<Record<string, ValueKind>>;
  /** The instructions that show the effect, and where they have its values. */
  readonly shownBy: Readonly<Record<string, Places>>;
  /** Instructions that have the effect, or enable somebody to have it, without showing the values. */
  readonly alsoBy: readonly string[];
};

/** The instructions of one program, or of programs that are alike. */
export type SolanaInstructionSet = {
  readonly programs: readonly string[];
  readonly names: readonly string[];
  readonly effects: readonly SolanaEffect[];
};

const named = (names: readonly string[], alsoBy: readonly string[] = []): SolanaEffect => ({
  names,
  prefixes: [],
  kinds: {},
  shownBy: {},
  alsoBy,
});
const alike = (names: readonly string[], places: Places): SolanaEffect['shownBy'] =>
  Object.fromEntries(names.map((name) => [name, places]));
const byItself = (kinds: SolanaEffect['kinds']): Places =>
  Object.fromEntries(Object.keys(kinds).map((field) => [field, field]));

const lamports = { from: 'from', to: 'to', lamports: 'lamports' };
const transfersOfLamports = ['Transfer', 'TransferWithSeed'];
/** Each is a transfer, an allocation and an assignment. */
export const creations = ['CreateAccount', 'CreateAccountWithSeed'];

export const moveLamports: SolanaEffect = {
  names: transfersOfLamports,
  prefixes: ['Transfer'],
  kinds: { from: 'account', to: 'account', lamports: 'integer' },
  shownBy: {
    ...alike([...transfersOfLamports, ...creations], lamports),
    WithdrawNonceAccount: { ...lamports, from: 'nonceAccount' },
  },
  // The owner of the account, or of an authority over it, has its content. An account with data cannot pay.
  alsoBy: [
    ...creations,
    'Assign',
    'AssignWithSeed',
    'Allocate',
    'AllocateWithSeed',
    'AuthorizeNonceAccount',
    'InitializeNonceAccount',
  ],
};

export const systemInstructions: SolanaInstructionSet = {
  programs: [SYSTEM_PROGRAM],
  names: instructionNames.system,
  effects: [
    moveLamports,
    named(creations),
    named(['Assign', 'AssignWithSeed', 'AllocateWithSeed'], creations),
    named(['Allocate', 'AllocateWithSeed'], creations),
  ],
};

function shown(
  names: readonly string[],
  prefixes: readonly string[],
  kinds: SolanaEffect['kinds'],
  alsoBy: readonly string[],
): SolanaEffect {
  return { names, prefixes, kinds, shownBy: alike(names, byItself(kinds)), alsoBy };
}

export const transfers = ['Transfer', 'TransferChecked', 'TransferCheckedWithFee'];
const approvals = ['Approve', 'ApproveChecked'];
const burns = ['Burn', 'BurnChecked'];
const mintings = ['MintTo', 'MintToChecked'];
export const openings = ['InitializeAccount', 'InitializeAccount2', 'InitializeAccount3'];
const moved = { source: 'account', authority: 'account', mint: 'account', amount: 'integer' } as const;
const held = { account: 'account', mint: 'account', authority: 'account', amount: 'integer' } as const;
export const handOver = ['SetAuthority'];

export const tokenInstructions: SolanaInstructionSet = {
  programs: TOKEN_PROGRAMS,
  names: instructionNames.token,
  effects: [
    shown(transfers, ['Transfer', 'TransferChecked'], { ...moved, destination: 'account' }, [
      ...handOver,
      ...approvals,
      ...burns,
      ...mintings,
      ...openings,
      'CloseAccount',
    ]),
    shown(approvals, ['Approve'], { ...moved, delegate: 'account' }, handOver),
    // A delegate who may spend may also burn.
    shown(burns, ['Burn'], held, [...handOver, ...approvals]),
    shown(mintings, ['MintTo'], held, handOver),
    shown(
      ['CloseAccount'],
      ['CloseAccount'],
      { account: 'account', destination: 'account', authority: 'account' },
      handOver,
    ),
    shown(
      openings,
      ['InitializeAccount3'],
      { account: 'account', mint: 'account', owner: 'account' },
      handOver,
    ),
    shown(
      ['SetAuthority'],
      ['SetAuthority'],
      { account: 'account', authority: 'account', newAuthority: 'account' },
      [],
    ),
    named(['InitializeMint', 'InitializeMint2']),
    named(['InitializeMultisig', 'InitializeMultisig2']),
    named(['FreezeAccount'], handOver),
    named(['ThawAccount'], handOver),
  ],
};
