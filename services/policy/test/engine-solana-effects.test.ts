import type { TransactionInstruction } from '@solana/web3.js';
import { instructionNames } from '@wallet-service/chains';
import { recordOf } from '../src/engine/decision-record.js';
import { systemInstructions, tokenInstructions } from '../src/engine/solana-effects.js';
import type { Condition, Rule } from '../src/engine/rule.js';
import { spentOf } from '../src/engine/spending.js';
import { decideOn, rule, when } from './engine-harness.js';
import { solKey, solOperation, solInput } from './operations.js';
import {
  accountsGivenAway,
  accountsPaidForOthers,
  closing,
  createdForItself,
  foreignCalls,
  friend,
  harmless,
  lamportsTo,
  source,
  stranger,
  thief,
  tokenAccountsGivenAway,
  tokensCheckedTo,
  tokensGivenAway,
  tokensTo,
} from './solana-instructions.js';

type Make = (field: string, operator: string, value: Condition['value']) => Condition;
const of =
  (source: string): Make =>
  (field, operator, value) =>
    when(source, field, operator, value);
const system = of('solana_system_program_instruction');
const token = of('solana_token_program_instruction');
const program = of('solana_program_instruction');

const outcome = (
  instructions: readonly TransactionInstruction[],
  action: Rule['action'],
  ...conditions: Condition[]
): string =>
  decideOn('SOL', solInput(solOperation(instructions)), [rule('signTransaction', action, ...conditions)], {
    defaultAction: action === 'ALLOW' ? 'deny' : 'allow',
  }).outcome;

const wallet = solKey.toBase58();
const [toFriend, toThief] = [friend.toBase58(), thief.toBase58()];
const most = (2n ** 64n - 1n).toString();

const ofLamports = {
  waysRound: { ...accountsGivenAway, ...tokenAccountsGivenAway, ...foreignCalls },
  honest: lamportsTo(friend, 1),
  conditions: [
    system('Transfer.to', 'in', [toFriend]),
    system('Transfer.to', 'neq', toThief),
    system('Transfer.from', 'eq', wallet),
    system('Transfer.lamports', 'lte', 100),
    system('instructionName', 'eq', 'Transfer'),
  ],
  limits: [
    system('Transfer.to', 'not_in', [toFriend]),
    system('Transfer.to', 'eq', toThief),
    system('Transfer.from', 'neq', wallet),
    system('Transfer.lamports', 'gt', 100),
  ],
};
const ofTokens = {
  waysRound: { ...tokensGivenAway, ...foreignCalls },
  honest: tokensCheckedTo(friend),
  conditions: [
    token('Transfer.destination', 'in', [toFriend]),
    token('TransferChecked.destination', 'neq', toThief),
    token('Transfer.authority', 'eq', wallet),
    token('Transfer.amount', 'lte', 100),
    token('instructionName', 'eq', 'TransferChecked'),
  ],
  limits: [
    token('Transfer.destination', 'not_in', [toFriend]),
    token('TransferChecked.destination', 'eq', toThief),
    token('Transfer.authority', 'neq', wallet),
    token('Transfer.amount', 'gt', 100),
  ],
};

describe.each([
  ['lamports', ofLamports],
  ['tokens', ofTokens],
])('a rule on transfers of %s', (_asset, { waysRound, honest, conditions, limits }) => {
  it.each(Object.entries(waysRound))('cannot be bypassed by %s', (_name, way) => {
    for (const limit of limits) {
      expect(outcome([way], 'DENY', limit)).toBe('deny');
      expect(outcome([honest, way], 'DENY', limit)).toBe('deny');
      expect(outcome([way], 'require_mfa', limit)).toBe('require_mfa');
    }
    for (const condition of conditions) {
      expect(outcome([way], 'ALLOW', condition)).toBe('deny');
      expect(outcome([honest, way], 'ALLOW', condition)).toBe('deny');
    }
  });

  it('lets the honest transfer pass, with anything harmless next to it', () => {
    for (const limit of limits) {
      expect(outcome([honest], 'DENY', limit)).toBe('allow');
      for (const [name, each] of Object.entries(harmless))
        expect([name, outcome([each, honest], 'DENY', limit)]).toEqual([name, 'allow']);
    }
    for (const condition of conditions) expect(outcome([honest], 'ALLOW', condition)).toBe('allow');
  });
});

describe('the wallet as the new account', () => {
  const ways = Object.entries(accountsGivenAway).filter(([name]) => name.startsWith('Create'));
  const names = instructionNames.system;

  it.each(ways)('%s is an assignment, and more than any name says', (_name, way) => {
    for (const limit of [
      system('instructionName', 'eq', 'Assign'),
      system('instructionName', 'in', ['AssignWithSeed', 'AllocateWithSeed']),
      system('instructionName', 'eq', 'Allocate'),
      system('instructionName', 'not_in', ['Assign']),
    ])
      expect(outcome([lamportsTo(friend, 1), way], 'DENY', limit)).toBe('deny');
    expect(spentOf('native', solInput(solOperation([way])))).toEqual(expect.any(String));
  });

  it('is allowed by none of its names', () => {
    for (const [name, way] of ways.filter(([each]) => !each.includes('by a seed')))
      expect([name, outcome([way], 'ALLOW', system('instructionName', 'in', names))]).toEqual([name, 'deny']);
  });

  it('is only paid when it stays a plain account of the wallet', () => {
    const input = solInput(solOperation([createdForItself]));
    expect(spentOf('native', input)).toBe(10_000n);
    expect(outcome([createdForItself], 'ALLOW', system('Transfer.to', 'eq', wallet))).toBe('allow');
    expect(outcome([createdForItself], 'DENY', system('instructionName', 'eq', 'Assign'))).toBe('allow');
  });
});

describe('an account that the wallet pays for and somebody else gets', () => {
  it.each(Object.entries(accountsPaidForOthers))('%s is a transfer of lamports to it', (_name, way) => {
    for (const limit of [
      system('Transfer.to', 'not_in', [toFriend]),
      system('Transfer.to', 'eq', source.toBase58()),
      system('Transfer.from', 'eq', wallet),
      system('Transfer.lamports', 'gt', 2_000_000),
      system('instructionName', 'eq', 'Transfer'),
      system('instructionName', 'in', ['CreateAccount']),
    ]) {
      expect(outcome([way], 'DENY', limit)).toBe('deny');
      expect(outcome([lamportsTo(friend, 1), way], 'require_mfa', limit)).toBe('require_mfa');
    }
    for (const condition of [
      system('Transfer.to', 'in', [toFriend]),
      system('Transfer.lamports', 'lte', 100),
      system('instructionName', 'eq', 'Transfer'),
    ])
      expect(outcome([way], 'ALLOW', condition)).toBe('deny');
    expect(outcome([way], 'DENY', system('Transfer.lamports', 'gt', 6_000_000))).toBe('allow');
    expect(outcome([way], 'DENY', token('Transfer.destination', 'eq', toThief))).toBe('allow');
  });
});

it('a rule can be limited to the programs and instructions that it is meant for', () => {
  const limit = system('Transfer.lamports', 'gt', most.slice(1));
  const [call] = Object.values(foreignCalls);
  const { Assign: assign } = accountsGivenAway;
  if (!call || !assign) throw new Error('no such instructions');
  expect(outcome([call], 'DENY', limit)).toBe('deny');
  expect(outcome([call], 'DENY', limit, program('programId', 'neq', stranger.toBase58()))).toBe('allow');
  expect(outcome([assign], 'DENY', limit)).toBe('deny');
  expect(outcome([assign], 'DENY', limit, system('instructionName', 'neq', 'Assign'))).toBe('allow');
});

describe('the name of an instruction', () => {
  const [checked, plain] = [tokensCheckedTo(thief), tokensTo(thief)];
  it.each([
    ['eq', 'Transfer'],
    ['in', ['Transfer', 'Revoke']],
    ['starts_with', 'Transfer'],
  ])('covers all forms when a rule forbids: %s %j', (operator, value) => {
    expect(outcome([plain], 'DENY', token('instructionName', operator, value))).toBe('deny');
    expect(outcome([checked], 'DENY', token('instructionName', operator, value))).toBe('deny');
    expect(outcome([closing(solKey)], 'DENY', token('instructionName', operator, value))).toBe('allow');
  });

  it('covers no other form when a rule allows', () => {
    const isTransfer = token('instructionName', 'eq', 'Transfer');
    expect(outcome([plain], 'ALLOW', isTransfer)).toBe('allow');
    expect(outcome([checked], 'ALLOW', isTransfer)).toBe('deny');
    const isOther = token('instructionName', 'neq', 'Transfer');
    expect(outcome([closing(solKey)], 'ALLOW', isOther)).toBe('allow');
    expect(outcome([plain], 'ALLOW', isOther)).toBe('deny');
    expect(outcome([checked], 'ALLOW', isOther)).toBe('deny');
  });

  it('means only itself in a list', () => {
    const others = token('instructionName', 'not_in', ['TransferChecked', 'CloseAccount']);
    expect(outcome([checked], 'DENY', others)).toBe('allow');
    expect(outcome([plain], 'DENY', others)).toBe('deny');
    expect(outcome([checked], 'ALLOW', token('instructionName', 'in', ['TransferChecked']))).toBe('allow');
  });

  it('is explained when another name does the same', () => {
    const rules = [rule('signTransaction', 'DENY', token('instructionName', 'eq', 'Transfer'))];
    const record = recordOf(decideOn('SOL', solInput(solOperation([checked])), rules));
    expect(record.rules[0]?.conditions[0]).toMatchObject({
      result: 'unknown',
      value_seen: 'TransferChecked',
      unknown_because: expect.stringContaining('may do the same') as unknown,
    });
  });

  it('of a transfer covers what moves lamports by another name, but not the other way round', () => {
    const transfer = lamportsTo(thief, 1);
    const { Assign: assign } = accountsGivenAway;
    if (!assign) throw new Error('no such instruction');
    expect(outcome([assign], 'DENY', system('instructionName', 'eq', 'Transfer'))).toBe('deny');
    expect(outcome([assign], 'DENY', system('instructionName', 'eq', 'AllocateWithSeed'))).toBe('deny');
    expect(outcome([transfer], 'DENY', system('instructionName', 'eq', 'Assign'))).toBe('allow');
    expect(outcome([transfer], 'DENY', system('instructionName', 'eq', 'CreateAccount'))).toBe('allow');
  });

  it.each(Object.entries(foreignCalls))('may be the name of what %s does', (_name, call) => {
    expect(outcome([call], 'DENY', token('instructionName', 'eq', 'SetAuthority'))).toBe('deny');
    expect(outcome([call], 'DENY', system('instructionName', 'neq', 'Transfer'))).toBe('deny');
    expect(outcome([call], 'ALLOW', system('instructionName', 'neq', 'Transfer'))).toBe('deny');
  });
});

it('no name that a rule allows or excludes covers what another program does', () => {
  const ways = { ...tokenAccountsGivenAway, ...accountsPaidForOthers };
  for (const [name, way] of Object.entries(ways)) {
    const asked = (action: Rule['action'], ...limit: Parameters<typeof system>) => [
      name,
      outcome([way], action, system(...limit)),
    ];
    expect(asked('DENY', 'instructionName', 'eq', 'Transfer')).toEqual([name, 'deny']);
    expect(asked('DENY', 'instructionName', 'neq', 'Assign')).toEqual([name, 'deny']);
    expect(asked('DENY', 'instructionName', 'eq', 'Assign')).toEqual([name, 'allow']);
    expect(asked('ALLOW', 'instructionName', 'eq', 'Transfer')).toEqual([name, 'deny']);
    expect(asked('ALLOW', 'instructionName', 'neq', 'Assign')).toEqual([name, 'deny']);
    expect(asked('ALLOW', 'instructionName', 'not_in', ['Assign', 'Allocate'])).toEqual([name, 'deny']);
  }
});

describe('every instruction that is decoded', () => {
  it.each([
    ['system', systemInstructions, ['AdvanceNonceAccount', 'UpgradeNonceAccount']],
    [
      'token',
      tokenInstructions,
      [
        'InitializeMint',
        'InitializeMultisig',
        'Revoke',
        'FreezeAccount',
        'ThawAccount',
        'SyncNative',
        'InitializeMultisig2',
        'InitializeMint2',
        'GetAccountDataSize',
        'InitializeImmutableOwner',
        'AmountToUiAmount',
        'UiAmountToAmount',
      ],
    ],
  ] as const)(
    'of the %s program is a transfer, may be one, or is known to move nothing',
    (name, { effects }, moveNothing) => {
      const transfer = effects[0];
      const known = [...Object.keys(transfer?.shownBy ?? {}), ...(transfer?.alsoBy ?? []), ...moveNothing];
      expect([...new Set(known)].sort()).toEqual([...instructionNames[name]].sort());
    },
  );
});
