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
 * A Solana message: what is signed. The indexes of accounts run over `accountKeys`, then over those that the
 * lookups load.
 */
export type SolanaMessage = {
  readonly version: 'legacy' | 0 | 1;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  /** 32 bytes each; the first `requiredSignatures` sign, the very first pays the fee. */
  readonly accountKeys: readonly Uint8Array[];
  readonly recentBlockhash: Uint8Array;
  readonly instructions: readonly CompiledInstruction[];
  readonly lookups: readonly TableLookup[];
  /** Of version 1: what else stands in instructions of the Compute Budget program. */
  readonly settings?: TransactionSettings;
};

/** Undefined where the message does not say it. */
export type TransactionSettings = {
  /** Of the whole transaction, lamports, on top of the fee for its signatures. */
  readonly priorityFee: bigint | undefined;
  readonly computeUnitLimit: bigint | undefined;
  readonly loadedAccountsDataSize: bigint | undefined;
  readonly heapSize: bigint | undefined;
};
