import type {
  EthTransaction,
  Operation,
  SolanaInstruction,
  TypedData,
  TypedValue,
} from '@wallet-service/chains';
import { callIn, erc20Call } from '../engine/erc20-call.js';
import type { PolicyInput } from '../engine/policy-input.js';
import { hexOf } from '../engine/reading.js';

/**
 * What approvers see of an operation, whole: nothing is cut, because what is cut could be what matters. Amounts are
 * decimal, in the smallest unit. Bytes are hex.
 */
export function shownOperation(input: PolicyInput, operation: Operation): object {
  const { kind } = input;
  switch (kind) {
    case 'ethereum_transaction':
      return { kind, ...shownTransaction(input.transaction, input.wallet) };
    case 'typed_data':
      return { kind, ...shownTypedData(input.typedData) };
    case 'ethereum_message':
    case 'message':
      return { kind: 'message', ...shownMessage(input.message) };
    case 'eip7702_authorization':
      return plainMembers({ kind, chain_id: input.chainId, address: input.address, nonce: input.nonce });
    case 'solana_transaction':
      return { kind, fee: plainValue(input.fee), instructions: input.instructions.map(shownInstruction) };
    case 'bitcoin_transaction':
      return {
        kind,
        payments: input.payments.map(({ address, script, amount }) =>
          plainMembers({ address, script, amount }),
        ),
        ...plainMembers({ spent: input.spent, fee: input.fee }),
      };
    case 'export':
      return {
        kind,
        ...(operation.kind === 'export_private_key' && {
          recipient_public_key: hexOf(operation.recipientPublicKey),
        }),
      };
    case 'raw_hash':
      return { kind };
  }
}

function shownTransaction(transaction: EthTransaction, wallet: Uint8Array): object {
  const { to, data } = transaction;
  const { amount, payee } = erc20Call(callIn(data), wallet);
  const isTokenCall = typeof amount === 'bigint' && payee !== undefined;
  return {
    ...plainMembers(transaction),
    to: to ? hexOf(to) : null,
    ...(isTokenCall && { as_token_call: { amount: amount.toString(), payee } }),
  };
}

function shownTypedData({ version, primaryType, domain, message }: TypedData): object {
  return { version, primary_type: plainValue(primaryType), domain: plain(domain), message: plain(message) };
}

function shownMessage(message: Uint8Array): object {
  const text = Buffer.from(message).toString('utf8');
  const isText = Buffer.compare(Buffer.from(text), message) === 0;
  return isText ? { text } : { bytes: hexOf(message) };
}

function shownInstruction({ programId, accounts, data, decoded }: SolanaInstruction): object {
  return {
    program_id: programId,
    ...(decoded && {
      decoded: {
        ...{ program: decoded.program, name: decoded.name },
        values: plainMembers(Object.fromEntries(decoded.values)),
      },
    }),
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      ...{ address, is_signer: isSigner, is_writable: isWritable },
    })),
    data: hexOf(data),
  };
}

function plainMembers(of: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [snake(name), plainValue(value)]));
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return hexOf(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === 'object' && value !== null) return plainMembers(value as Record<string, unknown>);
  return value ?? null;
}

/** Member names of typed data stay as they are. */
function plain(value: TypedValue): unknown {
  switch (value.kind) {
    case 'array':
      return value.items.map(plain);
    case 'struct':
      return Object.fromEntries([...value.fields].map(([name, field]) => [name, plain(field)]));
    default:
      return plainValue(value.value);
  }
}
