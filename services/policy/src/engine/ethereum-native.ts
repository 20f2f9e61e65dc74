import type { EthTransaction } from '@wallet-service/chains';
import { callIn, erc20Call } from './erc20-call.js';
import { nativeDoorOf, type NativeDoor } from './native-coins.js';
import { address, absent, hexOf, integer, unknown, type Reading } from './reading.js';
import type { Spent } from './spent.js';

const opaque = 'the call of the chain’s own contract may move the coin, or do anything in the wallet’s name';
const callsOthers = 'the chain’s own contract that is called may do anything in the wallet’s name';

const ownCode = 'a call of the wallet’s own code can spend anything';

/** An account with code by EIP-7702 that calls itself does whatever its code does with the data. */
function callsItself({ to, data }: EthTransaction, account: Uint8Array): boolean {
  return to !== undefined && data.length > 0 && Buffer.compare(to, account) === 0;
}

/** The called contract, if it is not a plain one. */
function doorOf(transaction: EthTransaction, account: Uint8Array): NativeDoor | undefined {
  const { to, data, chainId } = transaction;
  if (!to || data.length === 0) return undefined;
  return callsItself(transaction, account) ? { kind: 'opaque' } : nativeDoorOf(hexOf(to), chainId);
}

/** How much of the native coin moves, by value and by call, without the fee. Allowances count. */
export function nativeMoved(transaction: EthTransaction, account: Uint8Array): Spent {
  const { data, value } = transaction;
  const door = doorOf(transaction, account);
  if (!door) return value;
  if (door.kind === 'opaque') return callsItself(transaction, account) ? ownCode : opaque;
  const { amount } = erc20Call(callIn(data), account);
  return typeof amount === 'string' ? amount : value + amount * door.scale;
}

/**
 * Why it is unknown what a call does in the account's name. Undefined for a call of a plain contract or of
 * the coin.
 */
export function whyOpaque(transaction: EthTransaction, account: Uint8Array): string | undefined {
  if (callsItself(transaction, account)) return ownCode;
  return doorOf(transaction, account)?.kind === 'opaque' ? callsOthers : undefined;
}

export function readValue(transaction: EthTransaction, account: Uint8Array): Reading {
  const moved = nativeMoved(transaction, account);
  return typeof moved === 'string' ? unknown(moved) : integer(moved);
}

/** If the called contract moves the coin, its recipient may be anybody that it pays. */
export function readRecipient(transaction: EthTransaction, account: Uint8Array): Reading {
  const { to, data } = transaction;
  if (!to) return absent;
  const door = doorOf(transaction, account);
  const reading = address(to);
  if (!door || reading.state !== 'value') return reading;
  if (door.kind === 'opaque') return { ...reading, perhaps: 'anything' };
  const { amount, payee } = erc20Call(callIn(data), account);
  if (amount === 0n) return reading;
  return { ...reading, perhaps: payee === undefined ? 'anything' : [payee] };
}
