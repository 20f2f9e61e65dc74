import type { SolanaInstruction } from '@wallet-service/chains';
import {
  fixedFields,
  uint,
  type Facts,
  type Field,
  type FieldSource,
  type FixedField,
} from './field-source.js';
import { absent, inapplicable, integer, unknown, type Reading, type ValueKind } from './reading.js';
import { doesMore, hides, mayCause, shownElsewhere } from './solana-causes.js';
import {
  systemInstructions,
  tokenInstructions,
  type SolanaEffect,
  type SolanaInstructionSet,
} from './solana-effects.js';
import { UNKNOWN_ACCOUNT } from './solana-programs.js';

const where = { chains: ['SOL'], methods: ['signTransaction'] } as const satisfies Pick<
  FieldSource,
  'chains' | 'methods'
>;
const hidden = unknown('comes from an address lookup table');
const unknownFee = unknown('the fee is set in an unknown way');
const undecoded = unknown('an unknown instruction');
const givingAway = unknown('it gives away the wallet itself or its signature');
const calling = unknown('an unknown program may do it in the wallet’s name');

/** The wallet is given in base58. */
type ReadInstruction = (instruction: SolanaInstruction, wallet: string) => Reading;

function perInstruction(kind: ValueKind, read: ReadInstruction): Omit<Field, 'key'> {
  return {
    kind,
    ...(kind === 'integer' && { range: uint(64) }),
    perElement: true,
    read: ({ input }: Facts, element: number) => {
      const instruction = input.kind === 'solana_transaction' ? input.instructions[element] : undefined;
      return instruction && input.kind === 'solana_transaction'
        ? read(instruction, input.wallet)
        : inapplicable;
    },
  };
}

/**
 * Reads instructions of these programs. For other programs it reports whether they may have the same effect.
 * An instruction with a hidden program may be one of theirs.
 */
function ofProgram(
  programs: readonly string[],
  read: ReadInstruction,
  readForeign: ReadInstruction,
): ReadInstruction {
  return (instruction, wallet) => {
    if (instruction.programId === UNKNOWN_ACCOUNT) return hidden;
    if (!programs.includes(instruction.programId)) return readForeign(instruction, wallet);
    return instruction.decoded ? read(instruction, wallet) : undecoded;
  };
}

function fieldsOf(set: SolanaInstructionSet): Record<string, FixedField> {
  const program = { topic: 'program', oneOf: set.programs };
  const fields: Record<string, FixedField> = {
    instructionName: {
      ...perInstruction('text', ofProgram(set.programs, nameIn(set), foreignNameFor(set))),
      choices: set.names,
      presumes: [program],
      topic: 'instruction',
    },
  };
  for (const effect of set.effects) {
    const foreign =
      (field: string): ReadInstruction =>
      (instruction, wallet) => {
        const shown: Readonly<Record<string, bigint | string>> =
          shownElsewhere(effect, instruction, wallet) ?? {};
        const value = shown[field];
        if (value !== undefined) return valueRead(value, 'account');
        if (!mayCause(effect, instruction, wallet)) return inapplicable;
        return instruction.decoded ? unknown(`${instruction.decoded.name} does not show it`) : calling;
      };
    const presumes = [program, { topic: 'instruction', oneOf: Object.keys(effect.shownBy) }];
    for (const prefix of effect.prefixes)
      for (const [field, kind] of Object.entries(effect.kinds)) {
        const read = ofProgram(set.programs, valueOf(effect, field, kind), foreign(field));
        const sameAs = `${effect.prefixes[0] ?? prefix}.${field}`;
        fields[`${prefix}.${field}`] = { ...perInstruction(kind, read), presumes, sameAs };
      }
  }
  return fields;
}

/** The name, and other names whose effect the instruction has. */
function nameIn({ effects }: SolanaInstructionSet): ReadInstruction {
  return (instruction, wallet) => {
    const { decoded } = instruction;
    if (!decoded || doesMore(decoded, wallet)) return givingAway;
    const { name } = decoded;
    const perhaps = effects
      .filter(
        (effect) =>
          effect.names.includes(name) ||
          Object.hasOwn(effect.shownBy, name) ||
          hides(effect, instruction, wallet),
      )
      .flatMap(({ names }) => names)
      .filter((other) => other !== name);
    return { state: 'value', kind: 'text', value: name, perhaps };
  };
}

/** Instructions of another program have their own names, but their effects may be meant by these names. */
function foreignNameFor({ effects }: SolanaInstructionSet): ReadInstruction {
  return (instruction, wallet) => {
    const { decoded } = instruction;
    const mayDoAnything = decoded ? doesMore(decoded, wallet) : mayCause(anyEffect, instruction, wallet);
    if (mayDoAnything) return calling;
    const values = effects.flatMap((effect) => {
      if (shownElsewhere(effect, instruction, wallet)) return Object.keys(effect.shownBy);
      return mayCause(effect, instruction, wallet) ? effect.names : [];
    });
    return values.length > 0 ? { state: 'maybe', kind: 'text', values } : inapplicable;
  };
}
const anyEffect: SolanaEffect = { names: [], prefixes: [], kinds: {}, shownBy: {}, alsoBy: [] };

function valueOf(effect: SolanaEffect, field: string, kind: ValueKind): ReadInstruction {
  return (instruction, wallet) => {
    const { decoded } = instruction;
    if (!decoded) return undecoded;
    const { name, values, beyond } = decoded;
    if (hides(effect, instruction, wallet)) return unknown(`${name} does not show it`);
    const place = Object.hasOwn(effect.shownBy, name) ? effect.shownBy[name]?.[field] : undefined;
    if (place === undefined) return inapplicable;
    const value = values.get(place);
    if (value === undefined) return unknown(`${name} does not show it`);
    if (value === null) return absent;
    const read = valueRead(value, kind);
    // One of the signers of a multisig, which has the authority.
    const isSigner = field === 'authority' && beyond.includes(wallet) && read.state === 'value';
    return isSigner ? { ...read, perhaps: [wallet] } : read;
  };
}

function valueRead(value: bigint | string, kind: ValueKind): Reading {
  if (value === UNKNOWN_ACCOUNT) return hidden;
  return typeof value === 'bigint' ? integer(value) : { state: 'value', kind, value };
}

/** `max_fee`: the maximum that the wallet may pay for the transaction, in lamports. */
export const solanaTransaction = fixedFields('solana_transaction', where, {
  max_fee: {
    kind: 'integer',
    range: uint(65),
    read: ({ input }) => {
      if (input.kind !== 'solana_transaction') return inapplicable;
      return input.fee === undefined ? unknownFee : integer(input.fee);
    },
  },
});

export const solanaProgramInstruction = fixedFields('solana_program_instruction', where, {
  programId: {
    ...perInstruction('account', ({ programId }) =>
      programId === UNKNOWN_ACCOUNT ? hidden : { state: 'value', kind: 'account', value: programId },
    ),
    topic: 'program',
  },
});

/**
 * `Transfer.*` covers every instruction of the System Program that moves lamports. It is unknown if the
 * account itself is given away.
 */
export const solanaSystemProgramInstruction = fixedFields(
  'solana_system_program_instruction',
  where,
  fieldsOf(systemInstructions),
);

/** SPL Token and Token-2022. Checked and unchecked forms are the same. */
export const solanaTokenProgramInstruction = fixedFields(
  'solana_token_program_instruction',
  where,
  fieldsOf(tokenInstructions),
);
