import type { Chain } from '@wallet-service/addresses';
import {
  decodeOperation,
  maxSolanaFee,
  type BitcoinTransaction,
  type DecodedOperation,
  type Operation,
  type SigningWallet,
  type SolanaInstruction,
  type SolanaTransaction,
} from '@wallet-service/chains';
import { COMPUTE_BUDGET_PROGRAM } from '../engine/solana-programs.js';
import type { PolicyInput } from '../engine/policy-input.js';

const messageKinds = { ETH: 'ethereum_message', SOL: 'message', BTC: 'message' } as const satisfies Record<
  Chain,
  PolicyInput['kind']
>;

/**
 * The policy input of an operation, decoded from the same bytes that are signed. Refuses what `planSigning`
 * refuses.
 */
export function policyInputOfOperation(wallet: SigningWallet, operation: Operation): PolicyInput {
  return policyInputOf(wallet, decodeOperation(wallet, operation));
}

export function policyInputOf(wallet: SigningWallet, decoded: DecodedOperation): PolicyInput {
  switch (decoded.kind) {
    case 'raw_hash':
      return { kind: 'raw_hash' };
    case 'message':
      return { kind: messageKinds[wallet.chain], message: decoded.message };
    case 'eip7702_authorization':
      return decoded;
    case 'export_private_key':
      return { kind: 'export' };
    case 'typed_data':
    case 'ethereum_transaction':
      return { ...decoded, wallet: Buffer.from(wallet.address.slice(2), 'hex') };
    case 'solana_transaction':
      return solanaInput(wallet, decoded.transaction);
    case 'bitcoin_transaction':
      return bitcoinInput(wallet, decoded.transaction);
  }
}

function solanaInput({ address }: SigningWallet, transaction: SolanaTransaction): PolicyInput {
  const fee = transaction.feePayer === address ? maxSolanaFee(transaction) : 0n;
  return { kind: 'solana_transaction', instructions: partsOf(transaction), wallet: address, fee };
}

/**
 * Its instructions. Version 1 names the priority fee in a setting, earlier versions in an instruction of the
 * Compute Budget program. Rules see an instruction in either case, as the last one, so that no version
 * bypasses them.
 */
function partsOf({ instructions, settings }: SolanaTransaction): readonly SolanaInstruction[] {
  if ((settings?.priorityFee ?? 0n) === 0n) return instructions;
  const request = {
    programId: COMPUTE_BUDGET_PROGRAM,
    accounts: [],
    data: new Uint8Array(),
    decoded: undefined,
  };
  return [...instructions, request];
}

/** Of `wallet` perhaps only the address is known. */
export function bitcoinInput(wallet: SigningWallet, transaction: BitcoinTransaction): PolicyInput {
  const { inputs, outputs, fee, isFeeProven, unprovenInputs } = transaction;
  const total = (amounts: readonly { readonly amount: bigint }[]) =>
    amounts.reduce((sum, { amount }) => sum + amount, 0n);
  const isOwn = ({ address }: { readonly address: string | undefined }) => address === wallet.address;
  const own = inputs.filter((input) => input.isOwn);
  return {
    kind: 'bitcoin_transaction',
    payments: outputs.map((paid, output) => ({ ...paid, output })).filter((output) => !isOwn(output)),
    spent: isFeeProven ? total(own) - total(outputs.filter(isOwn)) : undefined,
    fee: isFeeProven ? fee : undefined,
    unprovenInputs,
  };
}
