import { bitcoinTransaction } from './bitcoin-fields.js';
import { ethereumCalldata } from './calldata-fields.js';
import { ethereum7702Authorization, ethereumTransaction } from './ethereum-fields.js';
import type { FieldSource } from './field-source.js';
import { message } from './message-fields.js';
import {
  solanaProgramInstruction,
  solanaSystemProgramInstruction,
  solanaTokenProgramInstruction,
  solanaTransaction,
} from './solana-fields.js';
import { spendingWindow } from './spending-fields.js';
import { system } from './system-fields.js';
import { typedData } from './typed-data-fields.js';

/** Where a condition can look. */
export const fieldSources: Readonly<Record<string, FieldSource>> = {
  ethereum_transaction: ethereumTransaction,
  ethereum_calldata: ethereumCalldata,
  typed_data: typedData,
  ethereum_7702_authorization: ethereum7702Authorization,
  solana_transaction: solanaTransaction,
  solana_program_instruction: solanaProgramInstruction,
  solana_system_program_instruction: solanaSystemProgramInstruction,
  solana_token_program_instruction: solanaTokenProgramInstruction,
  bitcoin_transaction: bitcoinTransaction,
  message,
  spending_window: spendingWindow,
  system,
};
