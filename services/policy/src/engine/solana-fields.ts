import type { SolanaInstruction } from '@wallet-service/chains';
import { fixedFields, uint, type Facts, type Field, type FieldSource } from './field-source.js';
import { absent, inapplicable, integer, text, unknown, type Reading, type ValueKind } from './reading.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAMS, UNKNOWN_ACCOUNT } from './solana-programs.js';

const where = { chains: ['SOL'], actions: ['signTransaction'] } as const satisfies Pick<
  FieldSource,
  'chains' | 'actions'
>;
const hidden = unknown('comes out of an address lookup table');

/**
 * Instructions that do the same are one name here: what a rule forbids under one name, none of them does. For each the value of the
 * instruction that a field is read from; a field that an instruction does not say is unknown.
 */
type Family = Readonly<Record<string, Readonly<Record<string, string>>>>;
type FieldKinds = Readonly<Record<string, ValueKind>>;

const lamportMove = { from: 'from', to: 'to', lamports: 'lamports' };
const systemFamilies: Readonly<Record<string, { family: Family; kinds: FieldKinds }>> = {
  Transfer: {
    family: {
      Transfer: lamportMove,
      TransferWithSeed: lamportMove,
      CreateAccount: lamportMove,
      CreateAccountWithSeed: lamportMove,
      WithdrawNonceAccount: { ...lamportMove, from: 'nonceAccount' },
    },
    kinds: { from: 'account', to: 'account', lamports: 'integer' },
  },
};

const transferred = {
  source: 'source',
  destination: 'destination',
  authority: 'authority',
  amount: 'amount',
  mint: 'mint',
};
const transfer = {
  family: { Transfer: transferred, TransferChecked: transferred, TransferCheckedWithFee: transferred },
  kinds: {
    source: 'account',
    destination: 'account',
    authority: 'account',
    mint: 'account',
    amount: 'integer',
  },
} as const;
const approved = {
  source: 'source',
  delegate: 'delegate',
  authority: 'authority',
  amount: 'amount',
  mint: 'mint',
};
const held = { account: 'account', mint: 'mint', authority: 'authority', amount: 'amount' };
const heldKinds = { account: 'account', mint: 'account', authority: 'account', amount: 'integer' } as const;
const initialized = { account: 'account', mint: 'mint', owner: 'owner' };

const tokenFamilies: typeof systemFamilies = {
  Transfer: transfer,
  TransferChecked: transfer,
  Approve: {
    family: { Approve: approved, ApproveChecked: approved },
    kinds: {
      source: 'account',
      delegate: 'account',
      authority: 'account',
      mint: 'account',
      amount: 'integer',
    },
  },
  Burn: { family: { Burn: held, BurnChecked: held }, kinds: heldKinds },
  MintTo: { family: { MintTo: held, MintToChecked: held }, kinds: heldKinds },
  CloseAccount: {
    family: { CloseAccount: { account: 'account', destination: 'destination', authority: 'authority' } },
    kinds: { account: 'account', destination: 'account', authority: 'account' },
  },
  InitializeAccount3: {
    family: {
      InitializeAccount: initialized,
      InitializeAccount2: initialized,
      InitializeAccount3: initialized,
    },
    kinds: { account: 'account', mint: 'account', owner: 'account' },
  },
  SetAuthority: {
    family: { SetAuthority: { account: 'account', authority: 'authority', newAuthority: 'newAuthority' } },
    kinds: { account: 'account', authority: 'account', newAuthority: 'account' },
  },
};

type ReadInstruction = (instruction: SolanaInstruction) => Reading;

function perInstruction(kind: ValueKind, read: ReadInstruction): Omit<Field, 'key'> {
  return {
    kind,
    ...(kind === 'integer' && { range: uint(64) }),
    perElement: true,
    read: ({ subject }: Facts, element: number) => {
      const instruction = subject.kind === 'solana_transaction' ? subject.instructions[element] : undefined;
      return instruction ? read(instruction) : inapplicable;
    },
  };
}

/** Reads only instructions of these programs; one whose program is hidden may be theirs. */
function ofProgram(programs: readonly string[], read: ReadInstruction): ReadInstruction {
  return (instruction) => {
    if (instruction.programId === UNKNOWN_ACCOUNT) return hidden;
    if (!programs.includes(instruction.programId)) return inapplicable;
    return instruction.decoded ? read(instruction) : unknown('an instruction that is not known here');
  };
}

function programFields(
  programs: readonly string[],
  families: typeof systemFamilies,
): Record<string, Omit<Field, 'key'>> {
  const name = ofProgram(programs, ({ decoded }) => (decoded ? text(decoded.name) : inapplicable));
  const fields: Record<string, Omit<Field, 'key'>> = { instructionName: perInstruction('text', name) };
  for (const [prefix, { family, kinds }] of Object.entries(families)) {
    for (const [field, kind] of Object.entries(kinds))
      fields[`${prefix}.${field}`] = perInstruction(kind, ofProgram(programs, valueOf(family, field, kind)));
  }
  return fields;
}

function valueOf(family: Family, field: string, kind: ValueKind): ReadInstruction {
  return ({ decoded }) => {
    const source = decoded && Object.hasOwn(family, decoded.name) ? family[decoded.name]?.[field] : undefined;
    if (!decoded || source === undefined) return inapplicable;
    const value = decoded.values.get(source);
    if (value === undefined) return unknown(`${decoded.name} does not say it`);
    if (value === null) return absent;
    if (value === UNKNOWN_ACCOUNT) return hidden;
    return typeof value === 'bigint' ? integer(value) : { state: 'value', kind, value };
  };
}

export const solanaProgramInstruction = fixedFields('solana_program_instruction', where, {
  programId: perInstruction('account', ({ programId }) =>
    programId === UNKNOWN_ACCOUNT ? hidden : { state: 'value', kind: 'account', value: programId },
  ),
});

/** `Transfer.*` covers every instruction of the System Program that moves lamports. */
export const solanaSystemProgramInstruction = fixedFields(
  'solana_system_program_instruction',
  where,
  programFields([SYSTEM_PROGRAM], systemFamilies),
);

/** SPL Token and Token-2022. Checked and unchecked forms are one. */
export const solanaTokenProgramInstruction = fixedFields(
  'solana_token_program_instruction',
  where,
  programFields(TOKEN_PROGRAMS, tokenFamilies),
);
