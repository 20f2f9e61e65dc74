import type { Condition } from '../../src/engine/rule.js';
import type { PolicyInput } from '../../src/engine/policy-input.js';
import { decideOn, rule, when } from '../engine-harness.js';
import type { Harm } from './harm.js';
import { nobody, programs, wallet } from './world.js';

type Limit = readonly Condition[];
const of =
  (source: string) =>
  (field: string, operator: string, value: Condition['value'], options = {}) =>
    when(source, field, operator, value, options);
const system = of('solana_system_program_instruction');
const token = of('solana_token_program_instruction');
const program = of('solana_program_instruction');
const spending = of('spending_window');
const transaction = of('solana_transaction');
const [me, them] = [wallet.toBase58(), nobody.toBase58()];
const hour = { window_seconds: 3600 };

/** At least one of that many instructions did this much. */
const share = (whole: bigint, parts: number) => String((whole + BigInt(parts) - 1n) / BigInt(parts));

/** What may happen to the wallet, and the rules that forbid it. They must deny. */
function forbidding(harm: Harm, instructions: number, fee: bigint): readonly Limit[] {
  const rules: Limit[] = [];
  const names = (source: typeof system, ...each: readonly string[]) =>
    rules.push(...each.map((name) => [source('instructionName', 'eq', name)]));
  if (harm.lamports > 0n)
    rules.push(
      [spending('native_amount', 'gt', String(harm.lamports + fee - 1n), hour)],
      [system('Transfer.lamports', 'gte', share(harm.lamports, instructions))],
    );
  if (harm.lamports > 0n || harm.isAssigned || harm.isAllocated) {
    rules.push([system('Transfer.to', 'not_in', [me, them])], [system('Transfer.to', 'neq', me)]);
    names(system, 'Transfer', 'TransferWithSeed');
  }
  if (harm.ownLamports > 0n && harm.lamports > 0n) rules.push([system('Transfer.from', 'eq', me)]);
  if (harm.isAssigned) names(system, 'Assign', 'AssignWithSeed');
  if (harm.isAllocated) names(system, 'Allocate', 'AllocateWithSeed');
  for (const [mint, loss] of harm.tokens)
    rules.push(
      [spending('token_amount', 'gt', String(loss - 1n), { ...hour, token: mint })],
      [token('Transfer.amount', 'gte', share(loss, instructions))],
      [token('Transfer.mint', 'eq', mint)],
      [token('Transfer.destination', 'neq', them)],
      [token('TransferChecked.destination', 'not_in', [them])],
      [token('Transfer.authority', 'eq', me)],
      [token('instructionName', 'eq', 'Transfer')],
      [token('instructionName', 'eq', 'TransferChecked')],
    );
  return [...rules, ...byWhatHappened(harm, instructions), [transaction('max_fee', 'gte', String(fee))]];
}

/** The fields of each instruction of the token programs. */
function byWhatHappened(harm: Harm, instructions: number): readonly Limit[] {
  const others = (name: string, ...fields: readonly string[]): readonly Limit[] => [
    ...fields.map((field) => [token(`${name}.${field}`, 'neq', them)]),
    [token(`${name}.authority`, 'eq', me)],
    [token('instructionName', 'eq', name)],
  ];
  const burnt = [...harm.tokens].flatMap(([mint, loss]) => [
    [token('Burn.mint', 'eq', mint)],
    [token('Burn.amount', 'gte', share(loss, instructions))],
    [token('instructionName', 'eq', 'BurnChecked')],
  ]);
  return [
    ...(harm.lostAuthority ? others('SetAuthority', 'account', 'newAuthority') : []),
    ...(harm.newDelegate
      ? [...others('Approve', 'source', 'delegate'), [token('Approve.amount', 'gte', 1)]]
      : []),
    ...(harm.isMinted ? [...others('MintTo', 'account', 'mint'), [token('MintTo.amount', 'gte', 1)]] : []),
    ...(harm.isBurnt && harm.tokens.size === 1 ? [...others('Burn', 'account'), ...burnt] : []),
    ...(harm.isClosed ? others('CloseAccount', 'account', 'destination') : []),
  ];
}

/** Rules for harmless actions, and the budget. Together they must not be enough. */
function allowing(harm: Harm, instructions: number): readonly Limit[] {
  const lamports = harm.lamports > 0n ? share(harm.lamports, instructions) : '1';
  const least = [...harm.tokens.values()].map((loss) => share(loss, instructions));
  const onlyLamports = harm.tokens.size === 0 && !harm.lostAuthority && !harm.newDelegate && !harm.isMinted;
  const isPlain = harm.lamports > 0n || harm.isAssigned || harm.isAllocated;
  return [
    [system('Transfer.to', 'in', [them])],
    [system('instructionName', 'in', ['AdvanceNonceAccount', 'UpgradeNonceAccount'])],
    [program('programId', 'in', [programs.budget.toBase58(), programs.memo.toBase58()])],
    ...(isPlain ? [[system('Transfer.lamports', 'lt', lamports)]] : []),
    [token('Transfer.destination', 'in', [them])],
    [token('instructionName', 'in', ['Revoke', 'SyncNative', 'ThawAccount'])],
    ...(onlyLamports ? [] : least.map((each) => [token('Transfer.amount', 'lt', each)])),
  ];
}

/** The rules that the transaction bypassed. */
export function rulesGoneRound(
  input: PolicyInput,
  harm: Harm,
  instructions: number,
  fee: bigint,
): readonly string[] {
  const through = forbidding(harm, instructions, fee).filter(
    (limit) => decideOn('SOL', input, [rule('signTransaction', 'DENY', ...limit)]).outcome !== 'deny',
  );
  const demanded = forbidding(harm, instructions, fee)
    .slice(0, 1)
    .filter(
      (limit) =>
        decideOn('SOL', input, [rule('signTransaction', 'require_mfa', ...limit)]).outcome === 'allow',
    );
  const allowed = allowing(harm, instructions);
  const rules = allowed.map((conditions) => rule('signTransaction', 'ALLOW', ...conditions));
  const isAllowed = decideOn('SOL', input, rules, { defaultAction: 'deny' }).outcome === 'allow';
  return [
    ...[...through, ...demanded].map((limit) => JSON.stringify(limit)),
    ...(isAllowed ? ['allowed by rules for something else'] : []),
  ];
}
