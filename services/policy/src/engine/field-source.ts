import type { Chain } from '@wallet-service/addresses';
import type { CoveredMethod } from './methods.js';
import type { Operator } from './operators.js';
import type { Reading, Value, ValueKind } from './reading.js';
import type { PolicyInput } from './policy-input.js';

/** Everything that a condition may depend on. */
export type Facts = {
  readonly input: PolicyInput;
  /** Unix time, whole seconds. */
  readonly nowSeconds: number;
  /** How much of an asset the wallet spent in the given number of seconds before this operation. */
  readonly spentBefore: (asset: string, windowSeconds: number) => bigint;
  /** Chains on which, the application says, no call moves more native coin than its value. */
  readonly plainChainIds?: readonly number[];
  /** An ALLOW rule names the schema of the typed data, so the application answers for it. */
  readonly isSchemaNamed?: boolean;
  /** Work that several conditions share within one decision. */
  readonly memo: Map<object, unknown>;
};

/** The field exists only if the topic's program or function is one of these. */
export type Presumption = { readonly topic: string; readonly oneOf: readonly string[] };

/** A field of an operation, ready to read. */
export type Field = {
  /** Fields with the same key read the same value. */
  readonly key: string;
  /** Undefined if known only from the value. */
  readonly kind: ValueKind | undefined;
  /** The minimum and the maximum of an integer. */
  readonly range?: readonly [bigint, bigint];
  /** The only possible values. */
  readonly choices?: readonly string[];
  /** The fixed length of a value in bytes. */
  readonly byteLength?: number;
  /** Throws WrongValue for a value that the field can never have. */
  readonly check?: (comparand: Value, operator: Operator) => void;
  /** Two conditions of one rule with contradicting topics can never both hold. */
  readonly presumes?: readonly Presumption[];
  /** The values of the field are what this topic names. */
  readonly topic?: string;
  /** Read for each instruction or payment, with whose number `read` is called. */
  readonly perElement?: true;
  /** May lie in an array. */
  readonly mayBeMany?: true;
  readonly read: (facts: Facts, element: number) => Reading;
  /** Set on spending windows: what has to be counted. */
  readonly window?: { readonly asset: string; readonly seconds: number };
  /** A window beyond those that an application may have. It is not counted, and so it is always unknown. */
  readonly isUncounted?: true;
};

/** A value of a condition as its author wrote it. */
export type RawValue = string | number | boolean;

/** A condition as its author wrote it, checked for shape alone. */
export type ConditionInput = {
  readonly field_source: string;
  readonly field: string;
  readonly operator: string;
  /** Null: the message has no value there. */
  readonly value: RawValue | null | readonly (RawValue | null)[];
  /** ethereum_calldata: the ABI of the called contract, any JSON. */
  readonly abi?: unknown;
  /** spending_window: its length. */
  readonly window_seconds?: number;
  /** spending_window: the token, by its contract or mint. */
  readonly token?: string;
};

/** Why a condition can never be evaluated. `path` is a JSON pointer below the condition. */
export class WrongCondition extends Error {
  override readonly name = 'WrongCondition';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

export type FieldSource = {
  readonly chains: readonly Chain[];
  /** The methods that have these fields. */
  readonly methods: readonly CoveredMethod[];
  /** The keys that a condition may have besides the usual four. */
  readonly options?: readonly (keyof ConditionInput)[];
  /** Throws WrongCondition. */
  readonly resolve: (condition: ConditionInput, chain: Chain) => Field;
};

/** `sameAs`: the name of the field that this is another name for. */
export type FixedField = Omit<Field, 'key'> & { readonly sameAs?: string };

/** A source whose fields are a fixed list. */
export function fixedFields(
  source: string,
  { chains, methods }: Pick<FieldSource, 'chains' | 'methods'>,
  fields: Readonly<Record<string, FixedField>>,
): FieldSource {
  return {
    chains,
    methods,
    resolve: ({ field }) => {
      const known = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (!known) throw new WrongCondition('/field', `must be one of ${Object.keys(fields).join(', ')}`);
      return { ...known, key: `${source}.${known.sameAs ?? field}` };
    },
  };
}

export const uint = (bits: number): readonly [bigint, bigint] => [0n, (1n << BigInt(bits)) - 1n];
export const int = (bits: number): readonly [bigint, bigint] => [
  -(1n << BigInt(bits - 1)),
  (1n << BigInt(bits - 1)) - 1n,
];
