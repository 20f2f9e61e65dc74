import { encodeFunctionData, erc20Abi } from 'viem';
import type { Condition } from '../src/engine/rule.js';
import { decideOn, rule, when } from './engine-harness.js';
import {
  alice,
  ethSubject,
  ethWallet,
  legacyPayment,
  mallory,
  payment,
  token,
  tokenCall,
  typedData,
} from './operations.js';

const tx = (field: string, operator: string, value: Condition['value']) =>
  when('ethereum_transaction', field, operator, value);
const denyIf = (...conditions: Condition[]) => [rule('eth_signTransaction', 'DENY', ...conditions)];
const outcome = (
  operation: Parameters<typeof ethSubject>[0],
  rules: Parameters<typeof decideOn>[2],
  standards = {},
) => decideOn('ETH', ethSubject(operation), rules, standards).outcome;

const maxUint256 = (2n ** 256n - 1n).toString();

describe('a condition on an Ethereum transaction', () => {
  it.each([
    ['eq, in whatever case the address is written', tx('to', 'eq', alice), 'deny'],
    ['eq with another address', tx('to', 'eq', mallory), 'allow'],
    ['neq', tx('to', 'neq', mallory), 'deny'],
    ['in', tx('to', 'in', [mallory, alice]), 'deny'],
    ['not_in', tx('to', 'not_in', [mallory]), 'deny'],
    ['not_in with the address', tx('to', 'not_in', [alice]), 'allow'],
    ['gt below the value', tx('value', 'gt', '999999999999999999'), 'deny'],
    ['gt the value itself', tx('value', 'gt', '1000000000000000000'), 'allow'],
    ['gte the value itself', tx('value', 'gte', '1000000000000000000'), 'deny'],
    ['lt the value itself', tx('value', 'lt', '1000000000000000000'), 'allow'],
    ['lte the value itself', tx('value', 'lte', '0xde0b6b3a7640000'), 'deny'],
    ['eq a number', tx('chain_id', 'eq', 1), 'deny'],
    ['a fee limit', tx('max_total_fee', 'gt', '209999'), 'deny'],
    ['a fee limit that is kept', tx('max_total_fee', 'gt', '210000'), 'allow'],
    ['gas', tx('gas', 'eq', 21000), 'deny'],
    ['nonce', tx('nonce', 'in', [0, 1]), 'deny'],
    ['empty data', tx('data', 'eq', '0x'), 'deny'],
    ['the type', tx('type', 'eq', 'eip1559'), 'deny'],
    ['a gas price, though the type has none', tx('gas_price', 'gte', 10), 'deny'],
    ['a time that has come', when('system', 'current_unix_timestamp', 'gte', 1_800_000_000), 'deny'],
    ['a time that has not', when('system', 'current_unix_timestamp', 'gt', 1_800_000_000), 'allow'],
  ])('%s', (_name, condition, expected) => {
    expect(outcome(payment(), denyIf(condition))).toBe(expected);
  });

  it('compares up to the greatest uint256 without rounding', () => {
    const operation = payment({ value: 2n ** 256n - 1n });
    expect(outcome(operation, denyIf(tx('value', 'eq', maxUint256)))).toBe('deny');
    expect(outcome(operation, denyIf(tx('value', 'eq', (2n ** 256n - 2n).toString())))).toBe('allow');
    expect(outcome(operation, denyIf(tx('value', 'gt', (2n ** 256n - 2n).toString())))).toBe('deny');
    expect(
      outcome(payment({ value: 2n ** 53n + 1n }), denyIf(tx('value', 'eq', (2n ** 53n).toString()))),
    ).toBe('allow');
  });

  it('needs all conditions of a rule to hold, and any rule to fire', () => {
    const both = denyIf(tx('to', 'eq', alice), tx('value', 'gt', '2000000000000000000'));
    expect(outcome(payment(), both)).toBe('allow');
    expect(outcome(payment({ value: 3n * 10n ** 18n }), both)).toBe('deny');
    expect(outcome(payment(), [...both, ...denyIf(tx('nonce', 'eq', 0))])).toBe('deny');
  });

  it('takes a transaction without a chain id to be good on every chain', () => {
    const everywhere = legacyPayment({ gasPrice: 10n });
    expect(outcome(everywhere, denyIf(tx('chain_id', 'eq', 137)))).toBe('deny');
    expect(outcome(everywhere, denyIf(tx('chain_id', 'neq', 1)))).toBe('deny');
    const allow = [rule('eth_signTransaction', 'ALLOW', tx('chain_id', 'in', [1, 137]))];
    expect(outcome(everywhere, allow, { defaultAction: 'deny' })).toBe('deny');
  });

  it('takes the creation of a contract to pay nobody in a list, and to allow nothing by a negation', () => {
    const creation = payment({ to: undefined, data: '0x6000' });
    expect(outcome(creation, denyIf(tx('to', 'eq', alice)))).toBe('allow');
    expect(outcome(creation, denyIf(tx('to', 'not_in', [alice])))).toBe('deny');
    const allow = [rule('eth_signTransaction', 'ALLOW', tx('to', 'neq', mallory))];
    expect(outcome(creation, allow, { defaultAction: 'deny' })).toBe('deny');
    expect(outcome(payment(), allow, { defaultAction: 'deny' })).toBe('allow');
  });

  it('limits the gas price of every type of transaction alike', () => {
    const rules = denyIf(tx('max_fee_per_gas', 'gt', 50));
    expect(outcome(legacyPayment({ chainId: 1, gasPrice: 51n }), rules)).toBe('deny');
    expect(outcome(payment({ maxFeePerGas: 51n }), rules)).toBe('deny');
    expect(outcome(payment(), rules)).toBe('allow');
  });
});

describe('a condition on the call of a contract', () => {
  const abi = erc20Abi;
  const calldata = (field: string, operator: string, value: Condition['value']) =>
    denyIf(tx('to', 'eq', token), when('ethereum_calldata', field, operator, value, { abi }));
  const transfer = (to: `0x${string}`, amount: bigint) =>
    encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] });

  it.each([
    ['the name of the function', calldata('function_name', 'eq', 'transfer'), 'deny'],
    ['the name of another function', calldata('function_name', 'eq', 'approve'), 'allow'],
    ['an amount', calldata('transfer.amount', 'gt', 99), 'deny'],
    ['an amount within the limit', calldata('transfer.amount', 'gt', 100), 'allow'],
    ['a recipient', calldata('transfer.recipient', 'in', [mallory]), 'deny'],
    [
      'a recipient by the full signature',
      calldata('transfer(address,uint256).recipient', 'eq', mallory),
      'deny',
    ],
    ['an argument of another function', calldata('approve.amount', 'neq', 5), 'allow'],
  ])('reads %s', (_name, rules, expected) => {
    expect(outcome(tokenCall(transfer(mallory, 100n)), rules)).toBe(expected);
  });

  it('takes data that is not exactly what the ABI says to be unknown, so that a DENY rule fires and an ALLOW rule does not', () => {
    const clean = transfer(alice, 1n);
    const dirtyPadding = `${clean.slice(0, 10)}ff${clean.slice(12)}` as const;
    for (const data of [`${clean}00`, clean.slice(0, -2), dirtyPadding, clean.slice(0, 10)]) {
      expect(outcome(tokenCall(data as `0x${string}`), calldata('transfer.amount', 'gt', 100))).toBe('deny');
      const allow = [
        rule(
          'eth_signTransaction',
          'ALLOW',
          when('ethereum_calldata', 'transfer.amount', 'lte', 100, { abi }),
        ),
      ];
      expect(outcome(tokenCall(data as `0x${string}`), allow, { defaultAction: 'deny' })).toBe('deny');
      expect(outcome(tokenCall(clean), allow, { defaultAction: 'deny' })).toBe('allow');
    }
  });

  it('takes a function that the ABI does not have to be in no list of functions', () => {
    expect(outcome(tokenCall('0xdeadbeef'), calldata('function_name', 'not_in', ['transfer']))).toBe('deny');
    expect(outcome(tokenCall('0xdeadbeef'), calldata('function_name', 'eq', 'transfer'))).toBe('allow');
  });

  it('looks into every element of arrays and into tuples: one is enough to deny, all are needed to allow', () => {
    const pay = [
      {
        type: 'function',
        name: 'pay',
        inputs: [
          {
            name: 'payments',
            type: 'tuple[]',
            components: [
              { name: 'to', type: 'address' },
              { name: 'amount', type: 'uint256' },
            ],
          },
        ],
        outputs: [],
        stateMutability: 'nonpayable',
      },
    ] as const;
    const call = (...payments: { to: `0x${string}`; amount: bigint }[]) =>
      tokenCall(encodeFunctionData({ abi: pay, functionName: 'pay', args: [payments] }));
    const to = (operator: string, value: Condition['value'], field = 'pay.payments.to') =>
      when('ethereum_calldata', field, operator, value, { abi: pay });
    const mixed = call({ to: alice, amount: 1n }, { to: mallory, amount: 2n });
    const clean = call({ to: alice, amount: 1n });
    expect(outcome(mixed, denyIf(to('eq', mallory)))).toBe('deny');
    expect(outcome(clean, denyIf(to('eq', mallory)))).toBe('allow');
    expect(outcome(mixed, denyIf(to('not_in', [alice])))).toBe('deny');
    expect(outcome(mixed, denyIf(to('eq', mallory, 'pay.payments.0.to')))).toBe('allow');
    expect(outcome(mixed, denyIf(to('gt', 1, 'pay.payments.amount')))).toBe('deny');
    const allow = [rule('eth_signTransaction', 'ALLOW', to('in', [alice]))];
    expect(outcome(mixed, allow, { defaultAction: 'deny' })).toBe('deny');
    expect(outcome(clean, allow, { defaultAction: 'deny' })).toBe('allow');
    expect(outcome(call(), allow, { defaultAction: 'deny' })).toBe('deny');
  });
});

const permit = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'details', type: 'Details[]' },
    ],
    Details: [{ name: 'note', type: 'string' }],
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', chainId: 1, verifyingContract: token },
  message: {
    owner: ethWallet.address,
    spender: mallory,
    value: '500',
    details: [{ note: 'a' }, { note: 'b' }],
  },
};
const simple = {
  types: { EIP712Domain: permit.types.EIP712Domain, Permit: permit.types.Permit.slice(0, 3) },
  primaryType: 'Permit',
  domain: permit.domain,
  message: { owner: ethWallet.address, spender: mallory, value: '500' },
};

describe('a condition on typed data', () => {
  const td = (field: string, operator: string, value: Condition['value']) =>
    when('typed_data', field, operator, value);
  const deny = (...conditions: Condition[]) => [rule('eth_signTypedData_v4', 'DENY', ...conditions)];

  it.each([
    ['the domain name', td('typed_data_domain_name', 'eq', 'USD Coin'), 'deny'],
    ['the chain', td('typed_data_domain_chainId', 'neq', 1), 'allow'],
    ['the verifying contract', td('typed_data_domain_verifyingContract', 'eq', token), 'deny'],
    ['the primary type', td('typed_data_primary_type', 'starts_with', 'Perm'), 'deny'],
    ['an address in the message', td('typed_data_message_spender', 'in', [mallory]), 'deny'],
    ['an amount in the message', td('typed_data_message_value', 'gt', '499'), 'deny'],
    ['an amount within the limit', td('typed_data_message_value', 'gt', '500'), 'allow'],
    ['text in an array', td('typed_data_message_details.note', 'eq', 'b'), 'deny'],
    ['one element of an array', td('typed_data_message_details.0.note', 'eq', 'b'), 'allow'],
    ['a field that the message does not have', td('typed_data_message_deadline', 'gt', 0), 'allow'],
    ['an amount compared with text', td('typed_data_message_value', 'contains', '5'), 'deny'],
    ['a structure without a value', td('typed_data_message_details', 'eq', 'b'), 'deny'],
    ['a domain field that is left out', td('typed_data_domain_version', 'eq', '1'), 'allow'],
    ['a domain field that is left out, negated', td('typed_data_domain_version', 'neq', '1'), 'deny'],
  ])('reads %s', (_name, condition, expected) => {
    expect(outcome(typedData(permit), deny(condition))).toBe(expected);
  });

  it('takes a domain without a chain or contract to be good for all of them', () => {
    const { chainId: _chainId, verifyingContract: _contract, ...domain } = permit.domain;
    const { EIP712Domain: _domain, ...types } = simple.types;
    const open = typedData({ ...simple, types, domain });
    expect(outcome(open, deny(td('typed_data_domain_chainId', 'eq', 137)))).toBe('deny');
    expect(outcome(open, deny(td('typed_data_domain_verifyingContract', 'eq', token)))).toBe('deny');
  });

  it.each(['eth_signTypedData', 'eth_signTypedData_v1', 'eth_signTypedData_v3', 'eth_signTypedData_v4'])(
    'covers every version of typed data when its method is %s',
    (method) => {
      const rules = [rule(method, 'DENY', td('typed_data_message_spender', 'eq', mallory))];
      expect(outcome(typedData(simple, 'v3'), rules)).toBe('deny');
      expect(outcome(typedData(simple, 'v4'), rules)).toBe('deny');
      const v1 = typedData([{ type: 'address', name: 'spender', value: mallory }] as never, 'v1');
      expect(outcome(v1, rules)).toBe('deny');
    },
  );
});

describe('messages, hashes and delegations', () => {
  const content = (operator: string, value: string) => when('message', 'content', operator, value);
  const message = (text: string | Uint8Array) =>
    ({ kind: 'message', message: Buffer.from(text), format: 'eip191' }) as const;
  const hash = { kind: 'raw_hash', hash: Buffer.alloc(32, 1) } as const;
  const delegation = (chainId: bigint) =>
    ({
      kind: 'eip7702_authorization',
      chainId,
      address: Buffer.from(mallory.slice(2), 'hex'),
      nonce: 0n,
    }) as const;

  it('reads the text of a message and its length in bytes', () => {
    expect(
      outcome(message('approve all'), [rule('personal_sign', 'DENY', content('contains', 'approve'))]),
    ).toBe('deny');
    expect(outcome(message('login'), [rule('personal_sign', 'DENY', content('contains', 'approve'))])).toBe(
      'allow',
    );
    expect(outcome(message('é'), [rule('personal_sign', 'DENY', when('message', 'length', 'eq', 2))])).toBe(
      'deny',
    );
    expect(outcome(message(Buffer.from([0xff])), [rule('personal_sign', 'DENY', content('eq', 'x'))])).toBe(
      'deny',
    );
  });

  it('refuses a bare hash while an active policy covers the chain, unless the application allows it', () => {
    const rules = denyIf(tx('value', 'gt', 5));
    expect(decideOn('ETH', ethSubject(hash), rules)).toMatchObject({
      outcome: 'deny',
      reason: 'raw_hash_signing',
    });
    expect(outcome(hash, rules, { rawHashSigning: 'allow' })).toBe('allow');
    expect(outcome(hash, [])).toBe('allow');
    const never = [rule('eth_sign', 'DENY', when('system', 'current_unix_timestamp', 'gt', 0))];
    expect(outcome(hash, never, { rawHashSigning: 'allow' })).toBe('deny');
  });

  it('lets a bare hash pass beside a STEP_UP policy that does not reach the user', () => {
    const rules = [rule('eth_signTransaction', 'require_mfa', tx('value', 'gt', 5))];
    expect(outcome(hash, rules, { stepUpApplies: false })).toBe('allow');
    expect(outcome(hash, rules, { stepUpApplies: true })).toBe('deny');
  });

  it('decides about EIP-7702 by its own method, and about chain id 0 by the setting even while evaluation is off', () => {
    const contract = [
      rule(
        'eth_sign7702Authorization',
        'DENY',
        when('ethereum_7702_authorization', 'contract', 'eq', mallory),
      ),
    ];
    expect(outcome(delegation(1n), contract)).toBe('deny');
    expect(outcome(delegation(1n), [])).toBe('allow');
    const off = { evaluationEnabled: false } as const;
    expect(decideOn('ETH', ethSubject(delegation(0n)), [], off)).toMatchObject({
      reason: 'eip7702_any_chain',
    });
    expect(outcome(delegation(0n), [], { ...off, anyChainDelegation: 'allow' })).toBe('allow');
    const chain = [
      rule('eth_sign7702Authorization', 'DENY', when('ethereum_7702_authorization', 'chain_id', 'eq', 5)),
    ];
    expect(outcome(delegation(0n), chain, { anyChainDelegation: 'allow' })).toBe('deny');
    expect(outcome(delegation(1n), chain)).toBe('allow');
  });
});

describe('the outcome of several rules', () => {
  const always = when('system', 'current_unix_timestamp', 'gt', 0);
  const never = when('system', 'current_unix_timestamp', 'lt', 1);
  const deny = rule('eth_signTransaction', 'DENY', always);
  const mfa = rule('eth_signTransaction', 'require_mfa', always);
  const allow = rule('eth_signTransaction', 'ALLOW', always);
  const not = (each: typeof deny) => ({ ...each, conditions: [never] });

  it.each([
    [[allow, mfa, deny], {}, 'deny', 'rule'],
    [[mfa, allow], {}, 'require_mfa', 'rule'],
    [[allow], {}, 'allow', 'rule'],
    [[], {}, 'allow', 'default_action'],
    [[], { defaultAction: 'deny' }, 'deny', 'default_action'],
    [[not(allow)], { defaultAction: 'deny' }, 'deny', 'default_action'],
    [[allow], { defaultAction: 'deny' }, 'allow', 'rule'],
    [[mfa], { defaultAction: 'deny' }, 'require_mfa', 'rule'],
    [[mfa], { defaultAction: 'deny', stepUpApplies: false }, 'deny', 'default_action'],
    [[mfa], { stepUpApplies: false }, 'allow', 'default_action'],
    [[deny], { evaluationEnabled: false }, 'allow', 'evaluation_disabled'],
    [[not(deny), not(mfa)], {}, 'allow', 'default_action'],
  ] as const)('%#: is decided by the strictest, in whatever order', (rules, standards, expected, reason) => {
    for (const order of [rules, [...rules].reverse()]) {
      expect(decideOn('ETH', ethSubject(payment()), order, standards)).toMatchObject({
        outcome: expected,
        reason,
      });
    }
  });

  it('applies a rule for every method to everything that can be signed', () => {
    const any = [rule('*', 'DENY', always)];
    for (const operation of [payment(), typedData(simple)]) expect(outcome(operation, any)).toBe('deny');
  });
  it('allows an export only by a rule, once a policy is active', () => {
    const of = (rules: Parameters<typeof decideOn>[2]) => decideOn('ETH', { kind: 'export' }, rules).outcome;
    expect(of([])).toBe('allow');
    expect(of([not(deny)])).toBe('deny');
    expect(of([rule('exportPrivateKey', 'ALLOW', always)])).toBe('allow');
  });
});
