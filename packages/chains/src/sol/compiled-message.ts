export type CompiledInstruction = {
  readonly programIndex: number;
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
};
export type TableLookup = {
  readonly table: Uint8Array;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
};

/**
 * A Solana message, which is what is signed. The indexes of accounts cover `accountKeys`, then the accounts
 * that the lookups load.
 */
export type SolanaMessage = {
  readonly version: 'legacy' | 0 | 1;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  /** 32 bytes each. The first `requiredSignatures` sign, and the very first pays the fee. */
  readonly accountKeys: readonly Uint8Array[];
  readonly recentBlockhash: Uint8Array;
  readonly instructions: readonly CompiledInstruction[];
  readonly lookups: readonly TableLookup[];
  /** Version 1 only: what earlier versions state in instructions of the Compute Budget program. */
  readonly settings?: TransactionSettings;
};

/** Undefined if the message does not state it. */
export type TransactionSettings = {
  /** For the whole transaction, in lamports, in addition to the fee for its signatures. */
  readonly priorityFee: bigint | undefined;
  readonly computeUnitLimit: bigint | undefined;
  readonly loadedAccountsDataSize: bigint | undefined;
  readonly heapSize: bigint | undefined;
};
