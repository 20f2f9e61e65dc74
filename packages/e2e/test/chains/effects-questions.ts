import { Interface } from 'ethers';
import type { Case } from './effects-cases.js';
import type { Given } from './effects-seen.js';
import type { World } from './effects-world.js';

/** A condition of a DENY rule about transactions that must stop what happened, because it names that or less. */
export type Question = {
  readonly field_source: string;
  readonly field: string;
  readonly operator: string;
  readonly value: string;
  readonly [option: string]: unknown;
};

const erc20 = new Interface([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 added)',
  'function transferFrom(address from, address to, uint256 amount)',
]);
const abi: unknown = JSON.parse(erc20.formatJson());

/** `native`: what left the wallet, without the fee. */
export function questionsAbout(
  world: World,
  each: Case,
  losses: Given,
  native: bigint,
  fee: bigint,
): readonly Question[] {
  const ofTransaction = (field: string, operator: string, value: string): Question => ({
    ...{ field_source: 'ethereum_transaction', field, operator, value },
  });
  const windows = [...losses].flatMap(([asset, lost]) => (lost > 0n ? windowOf(world, asset, lost) : []));
  const value = native > 0n ? [ofTransaction('value', 'gte', String(native))] : [];
  const maxFee = fee > 0n ? [ofTransaction('max_total_fee', 'gte', String(fee))] : [];
  const isPlain = each.kind === 'transaction' || (each.kind === 'order' && !each.isMessage);
  const lost = [...losses.values()].some((amount) => amount > 0n);
  if (!isPlain || each.to === undefined || !lost) return [...windows, ...value, ...maxFee];
  const call = [ofTransaction('to', 'eq', each.to), ofTransaction('data', 'eq', each.data)];
  return [...windows, ...value, ...maxFee, ...call, ...argumentsOf(each.data)];
}

function windowOf(world: World, asset: string, lost: bigint): Question {
  const whole = {
    field_source: 'spending_window',
    operator: 'gte',
    value: String(lost),
    window_seconds: 3600,
  };
  return asset === 'native'
    ? { ...whole, field: 'native_amount' }
    : { ...whole, field: 'token_amount', token: world.at(asset).address };
}

/** Each argument as the contract itself understood it, whatever is in the bits that it ignores. */
function argumentsOf(data: string): readonly Question[] {
  const called = erc20.getFunction(data.slice(0, 10));
  if (!called || data.length < 10) return [];
  const word = (index: number) => data.slice(10 + 64 * index, 74 + 64 * index).padEnd(64, '0');
  return called.inputs.map(({ name, baseType }, index): Question => {
    const value =
      baseType === 'address' ? `0x${word(index).slice(24)}` : BigInt(`0x${word(index)}`).toString();
    return { field_source: 'ethereum_calldata', field: `${called.name}.${name}`, operator: 'eq', value, abi };
  });
}
