import type { EthTransaction } from '@wallet-service/chains';
import { erc20Call } from './erc20-call.js';
import { nativeDoorOf } from './native-coins.js';
import { address, absent, hexOf, integer, unknown, type Reading } from './reading.js';
import type { Spent } from './spent.js';

const opaque =
  'the chain’s own contract that is called may move the coin, or do anything in the wallet’s name';

/** What moves of the native coin, by the value and by the call; without the fee. Allowances move. */
export function nativeMoved({ to, data, value, chainId }: EthTransaction, wallet: Uint8Array): Spent {
  const door = to && data.length > 0 ? nativeDoorOf(hexOf(to), chainId) : undefined;
  if (!door) return value;
  if (door.kind === 'opaque') return opaque;
  const { amount } = erc20Call(hexOf(data), wallet);
  return typeof amount === 'string' ? amount : value + amount * door.scale;
}

/** Whether the called contract is one of the chain's own that does what its data says. */
export function isOpaqueCall({ to, data, chainId }: EthTransaction): boolean {
  return to !== undefined && data.length > 0 && nativeDoorOf(hexOf(to), chainId)?.kind === 'opaque';
}

export function readValue(transaction: EthTransaction, wallet: Uint8Array): Reading {
  const moved = nativeMoved(transaction, wallet);
  return typeof moved === 'string' ? unknown(moved) : integer(moved);
}

/** Where the called contract moves the coin it may be meant for whomever that pays. */
export function readRecipient(transaction: EthTransaction, wallet: Uint8Array): Reading {
  const { to, data, chainId } = transaction;
  if (!to) return absent;
  const door = data.length > 0 ? nativeDoorOf(hexOf(to), chainId) : undefined;
  const reading = address(to);
  if (!door || reading.state !== 'value') return reading;
  if (door.kind === 'opaque') return { ...reading, perhaps: 'anything' };
  const { amount, payee } = erc20Call(hexOf(data), wallet);
  if (amount === 0n) return reading;
  return { ...reading, perhaps: payee === undefined ? 'anything' : [payee] };
}
