import { instructionNames, type SolanaInstruction } from '@wallet-service/chains';
import { associatedTokenEffect, type GivenAccount } from './associated-token.js';
import type { ValueKind } from './reading.js';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  PROGRAMS_THAT_SPEND_NOTHING,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAMS,
} from './solana-programs.js';

/** Where the values of an effect stand in an instruction: by field, the name of the value. */
type Places = Readonly<Record<string, string>>;

/** What instructions do, whatever their names. What a rule forbids in one form, no other form of it does. */
export type SolanaEffect = {
  /** The instructions that do this and nothing else: they are forms of one. */
  readonly names: readonly string[];
  /** In front of its fields; none where nothing but the name is asked for. */
  readonly prefixes: readonly string[];
  readonly kinds: Readonly<Record<string, ValueKind>>;
  /** The instructions that show it, and where its values stand. */
  readonly shownBy: Readonly<Record<string, Places>>;
  /** Instructions that do it, or make somebody able to, without showing the values. */
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
const creations = ['CreateAccount', 'CreateAccountWithSeed'];

const moveLamports: SolanaEffect = {
  names: transfersOfLamports,
  prefixes: ['Transfer'],
  kinds: { from: 'account', to: 'account', lamports: 'integer' },
  shownBy: {
    ...alike([...transfersOfLamports, ...creations], lamports),
    WithdrawNonceAccount: { ...lamports, from: 'nonceAccount' },
  },
  // Who owns the account, or has the authority over it, has what it holds. An account with data can pay nothing any more.
  alsoBy: [
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
    named(['Assign', 'AssignWithSeed', 'AllocateWithSeed']),
    named(['Allocate', 'AllocateWithSeed']),
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

const transfers = ['Transfer', 'TransferChecked', 'TransferCheckedWithFee'];
const approvals = ['Approve', 'ApproveChecked'];
const burns = ['Burn', 'BurnChecked'];
const mintings = ['MintTo', 'MintToChecked'];
const openings = ['InitializeAccount', 'InitializeAccount2', 'InitializeAccount3'];
const moved = { source: 'account', authority: 'account', mint: 'account', amount: 'integer' } as const;
const held = { account: 'account', mint: 'account', authority: 'account', amount: 'integer' } as const;
const handOver = ['SetAuthority'];

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
    // Who may spend may burn.
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

/** Of an instruction of the set itself: whether it has the effect without showing the values. */
export function hides({ alsoBy }: SolanaEffect, { decoded }: SolanaInstruction, wallet: string): boolean {
  return decoded !== undefined && alsoBy.includes(decoded.name) && !isForTheWallet(decoded, wallet);
}

/** The wallet takes back the lamports of an account of its own, opens one, or gets the authority over one: nobody else gets anything. */
function isForTheWallet(
  { name, values }: NonNullable<SolanaInstruction['decoded']>,
  wallet: string,
): boolean {
  if (name === 'CloseAccount') return values.get('destination') === wallet;
  if (openings.includes(name)) return values.get('owner') === wallet;
  return values.get('newAuthority') === wallet;
}

/**
 * Of an instruction of another program: whether it may have the effect. A program that is not known here may do in the wallet's name
 * whatever the wallet may, once the wallet is among the accounts of the instruction: the signature goes with it.
 */
export function mayCause(effect: SolanaEffect, instruction: SolanaInstruction, wallet: string): boolean {
  const { programId, decoded } = instruction;
  if (programId === ASSOCIATED_TOKEN_PROGRAM)
    return effect.names === openings || associatedTokenEffect(instruction, wallet) === 'unknown';
  if (PROGRAMS_THAT_SPEND_NOTHING.includes(programId)) return false;
  if (programId === SYSTEM_PROGRAM) return false;
  if (decoded && TOKEN_PROGRAMS.includes(programId))
    return effect === moveLamports && paysLamports(decoded, wallet);
  return instruction.accounts.some(({ address }) => address === wallet);
}

/** What an instruction of another program shows of the effect. */
export function shownElsewhere(
  effect: SolanaEffect,
  instruction: SolanaInstruction,
  wallet: string,
): GivenAccount | undefined {
  const given = effect === moveLamports ? associatedTokenEffect(instruction, wallet) : 'nothing';
  return typeof given === 'string' ? undefined : given;
}

/** Token accounts hold lamports: their rent, and all that is wrapped. */
export function paysLamports(decoded: NonNullable<SolanaInstruction['decoded']>, wallet: string): boolean {
  return (
    [...handOver, ...openings, 'CloseAccount'].includes(decoded.name) && !isForTheWallet(decoded, wallet)
  );
}
