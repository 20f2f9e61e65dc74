import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import type { Operation } from '@wallet-service/chains';
import { spentOf } from '../src/engine/spending.js';
import type { Rule } from '../src/engine/rule.js';
import { decideOn, rule, when } from './engine-harness.js';
import { alice, ethInput, ethWallet, mallory, payment, token, tokenCall, typedData } from './operations.js';

// What leaves a wallet without a transaction of its own, and what cannot be counted.

const other = '0x3333333333333333333333333333333333333333';
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const unlimited = (1n << 256n) - 1n;
const unknowable: unknown = expect.any(String);
const own = ethWallet.address as Hex;

type Field = { name: string; type: string };
const fields = (text: string): Field[] =>
  text.split(', ').map((each) => {
    const [type = '', name = ''] = each.split(' ');
    return { name, type };
  });

function signed(
  primaryType: string,
  types: Readonly<Record<string, string>>,
  message: object,
  domain: object = { name: 'Coin', chainId: 1, verifyingContract: token },
): Operation {
  const declared = Object.fromEntries(Object.entries(types).map(([name, text]) => [name, fields(text)]));
  return typedData({ types: declared, primaryType, domain, message });
}

const permitType = 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline';
const permit = (value: bigint, domain?: object) =>
  signed(
    'Permit',
    { Permit: permitType },
    { owner: own, spender: mallory, value: String(value), nonce: 0, deadline: 1 },
    domain,
  );
const allowed = (is: boolean) =>
  signed(
    'Permit',
    { Permit: 'address holder, address spender, uint256 nonce, uint256 expiry, bool allowed' },
    { holder: own, spender: mallory, nonce: 0, expiry: 0, allowed: is },
  );
const authorization = (primaryType: string) =>
  signed(
    primaryType,
    {
      [primaryType]:
        'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
    },
    { from: own, to: mallory, value: 7, validAfter: 0, validBefore: 1, nonce: `0x${'00'.repeat(32)}` },
  );
const details = 'address token, uint160 amount, uint48 expiration, uint48 nonce';
const allowanceOf = (of: string, amount: number) => ({ token: of, amount, expiration: 1, nonce: 0 });
const permit2Domain = { name: 'Permit2', chainId: 1, verifyingContract: permit2 };
const permitSingle = (of: string, amount: number, domain: object = permit2Domain) =>
  signed(
    'PermitSingle',
    { PermitSingle: 'PermitDetails details, address spender, uint256 sigDeadline', PermitDetails: details },
    { details: allowanceOf(of, amount), spender: mallory, sigDeadline: 1 },
    domain,
  );
const permitBatch = signed(
  'PermitBatch',
  { PermitBatch: 'PermitDetails[] details, address spender, uint256 sigDeadline', PermitDetails: details },
  {
    details: [allowanceOf(token, 5), allowanceOf(other, 90), allowanceOf(token, 6)],
    spender: mallory,
    sigDeadline: 1,
  },
  permit2Domain,
);
const witnessed = signed(
  'PermitWitnessTransferFrom',
  {
    PermitWitnessTransferFrom:
      'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, bytes32 witness',
    TokenPermissions: 'address token, uint256 amount',
  },
  {
    permitted: { token, amount: 9 },
    spender: mallory,
    nonce: 0,
    deadline: 1,
    witness: `0x${'00'.repeat(32)}`,
  },
  permit2Domain,
);
const mail = (domain: object, primaryType = 'Mail') =>
  signed(primaryType, { [primaryType]: 'string text' }, { text: 'hello' }, domain);

const message = (length: number): Operation => ({
  kind: 'message',
  message: Buffer.alloc(length, 7),
  format: 'eip191',
});
const delegation = (address: string): Operation => ({
  kind: 'eip7702_authorization',
  chainId: 1n,
  address: Buffer.from(address.slice(2), 'hex'),
  nonce: 0n,
});
const abi = parseAbi([
  'function increaseAllowance(address spender, uint256 added)',
  'function decreaseAllowance(address spender, uint256 subtracted)',
  'function execute(address to, uint256 value, bytes data)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown((address token, address spender)[] approvals)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
]);
const call = (to: Hex, data: Hex) => payment({ to, value: 0n, data });
const permit2Call = (of: Hex) =>
  call(permit2, encodeFunctionData({ abi, functionName: 'approve', args: [of, mallory, 12n, 1] }));
const selfCall = payment({
  to: own,
  value: 0n,
  data: encodeFunctionData({ abi, functionName: 'execute', args: [mallory, 10n ** 18n, '0x'] }),
});

describe('what a signature gives away of a token', () => {
  it.each<[string, Operation, unknown]>([
    ['a permit (ERC-2612)', permit(7n), 7n],
    ['an unlimited permit', permit(unlimited), unlimited],
    ['a permit of another token', permit(7n, { name: 'Coin', chainId: 1, verifyingContract: other }), 0n],
    ['a permit that names no token', permit(7n, { name: 'Coin', chainId: 1 }), unknowable],
    ['a permit that permits all (DAI)', allowed(true), unlimited],
    ['one that takes it back', allowed(false), 0n],
    ['a transfer by signature (ERC-3009)', authorization('TransferWithAuthorization'), 7n],
    ['a receipt of a transfer by signature', authorization('ReceiveWithAuthorization'), 7n],
    ['Permit2, one token', permitSingle(token, 8), 8n],
    ['Permit2, another token', permitSingle(other, 8), 0n],
    [
      'Permit2 at an address that is not known',
      permitSingle(token, 8, { name: 'Permit2', chainId: 324 }),
      8n,
    ],
    ['Permit2, several tokens', permitBatch, 11n],
    ['Permit2 with a witness', witnessed, 9n],
    [
      'typed data with the name of a permit and another form',
      mail({ chainId: 1, verifyingContract: token }, 'Permit'),
      unknowable,
    ],
    ['Permit2 in another form', mail(permit2Domain, 'PermitSingle'), unknowable],
    ['any other typed data for the token', mail({ chainId: 1, verifyingContract: token }), unknowable],
    ['a letter', mail({ name: 'Mail', chainId: 1 }), 0n],
    ['an order of the wallet’s own code', mail({ chainId: 1, verifyingContract: own }), unknowable],
    [
      'a user operation (ERC-4337)',
      mail({ chainId: 1, verifyingContract: other }, 'PackedUserOperation'),
      unknowable,
    ],
    ['a message', message(31), 0n],
    ['a message that may be a hash', message(32), unknowable],
    ['a delegation', delegation(mallory), unknowable],
    ['a delegation taken back', delegation(`0x${'00'.repeat(20)}`), 0n],
    ['a bare hash', { kind: 'raw_hash', hash: Buffer.alloc(32, 1) }, unknowable],
    [
      'an increased allowance',
      tokenCall(encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [mallory, 7n] })),
      7n,
    ],
    [
      'a decreased one',
      tokenCall(encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [mallory, 7n] })),
      0n,
    ],
    ['an approval at Permit2', permit2Call(token), 12n],
    ['an approval of another token there', permit2Call(other), 0n],
    [
      'approvals taken back there',
      call(permit2, encodeFunctionData({ abi, functionName: 'lockdown', args: [[]] })),
      0n,
    ],
    [
      'another call there',
      call(
        permit2,
        encodeFunctionData({ abi, functionName: 'transferFrom', args: [own, mallory, 1n, token] }),
      ),
      unknowable,
    ],
    ['a call of the wallet’s own code', selfCall, unknowable],
  ])('%s', (_name, operation, expected) => {
    expect(spentOf(token, ethInput(operation))).toEqual(expected);
  });
});

describe('what it gives away of ether', () => {
  it.each<[string, Operation, unknown]>([
    ['a permit', permit(7n), 0n],
    ['a call of the wallet’s own code', selfCall, unknowable],
    ['an order of the wallet’s own code', mail({ chainId: 1, verifyingContract: own }), unknowable],
    ['a user operation', mail({ chainId: 1, verifyingContract: other }, 'UserOperation'), unknowable],
    ['a message that may be a hash', message(32), unknowable],
    ['only the fee, sent to oneself', payment({ to: own, value: 0n }), 210_000n],
  ])('%s', (_name, operation, expected) => {
    expect(spentOf('native', ethInput(operation))).toEqual(expected);
  });
});

describe('a spending window', () => {
  const window = { window_seconds: 3600 };
  const limit = (action: Rule['action'], ...more: Rule['conditions']) =>
    rule(
      'eth_signTransaction',
      action,
      when('spending_window', 'token_amount', 'gt', '10', { ...window, token }),
      ...more,
    );
  const decision = (operation: Operation, rules: readonly Rule[], spent = 0n) =>
    decideOn('ETH', ethInput(operation), rules, {}, { spentBefore: () => spent });

  it.each<[string, Operation, bigint, string]>([
    ['a permit within the limit', permit(10n), 0n, 'allow'],
    ['a permit above it', permit(11n), 0n, 'deny'],
    ['a permit that exceeds it together with earlier spending', permit(2n), 9n, 'deny'],
    ['Permit2 above it', permitSingle(token, 11), 0n, 'deny'],
    ['a letter', mail({ name: 'Mail', chainId: 1 }), 99n, 'allow'],
    ['an order of the wallet’s own code', mail({ chainId: 1, verifyingContract: own }), 0n, 'deny'],
    ['a text', message(31), 99n, 'allow'],
    ['a message that may be a hash', message(32), 0n, 'deny'],
    ['a call of the wallet’s own code', selfCall, 0n, 'deny'],
  ])('covers what needs no transaction: %s', (_name, operation, spent, outcome) => {
    expect(decision(operation, [limit('DENY')], spent).outcome).toBe(outcome);
    expect(decision(operation, [limit('require_mfa')], spent).outcome).toBe(
      outcome === 'deny' ? 'require_mfa' : 'allow',
    );
  });

  it('says why it refuses what cannot be counted', () => {
    const { fired, readings } = decision(selfCall, [limit('DENY')]);
    const [condition] = fired[0]?.rule.shared ?? [];
    expect(readings.read({ slot: condition?.slot ?? -1, searches: false })).toMatchObject({
      state: 'unknown',
      reason: expect.stringContaining('own code') as string,
    });
  });

  it("applies to permits by itself and over time, whatever the rule's other conditions", () => {
    const toAlice = when('ethereum_transaction', 'to', 'eq', alice);
    expect(decision(permit(11n), [limit('DENY', toAlice)]).outcome).toBe('deny');
    const until = (seconds: number) => when('system', 'current_unix_timestamp', 'lt', seconds);
    expect(decision(permit(11n), [limit('DENY', until(1_900_000_000))]).outcome).toBe('deny');
    expect(decision(permit(11n), [limit('DENY', until(1_700_000_000))]).outcome).toBe('allow');
  });

  it('says nothing about permits when its rule only allows', () => {
    const rules = [limit('ALLOW')];
    expect(decideOn('ETH', ethInput(permit(11n)), rules, { defaultAction: 'deny' }).outcome).toBe('deny');
  });
});

describe('a delegation (EIP-7702)', () => {
  const permits = (contract: string, action: Rule['action'] = 'ALLOW') =>
    rule(
      'eth_sign7702Authorization',
      action,
      when('ethereum_7702_authorization', 'contract', 'eq', contract),
    );
  const noMallory = rule('eth_signTransaction', 'DENY', when('ethereum_transaction', 'to', 'eq', mallory));
  const decision = (address: string, rules: readonly Rule[], settings: object = {}) =>
    decideOn('ETH', ethInput(delegation(address)), rules, settings);

  it('is refused while any policy of the chain is active, which is named, unless a rule about it allows it', () => {
    expect(decision(mallory, [])).toMatchObject({ outcome: 'allow', causes: [] });
    expect(decision(mallory, [noMallory])).toMatchObject({
      outcome: 'deny',
      reason: 'eip7702',
      causes: [{ name: expect.stringMatching(/^policy \d+$/) as string }],
    });
    expect(decision(alice, [noMallory, permits(alice)]).outcome).toBe('allow');
    expect(decision(mallory, [noMallory, permits(alice)]).outcome).toBe('deny');
    expect(decision(alice, [noMallory, permits(alice, 'require_mfa')]).outcome).toBe('require_mfa');
  });

  it('is refused for the reason of a rule that forbids it, whatever another one allows', () => {
    expect(decision(alice, [permits(alice), permits(alice, 'DENY')])).toMatchObject({
      reason: 'rule',
      causes: [],
    });
  });

  it('may be revoked', () => {
    expect(decision(`0x${'00'.repeat(20)}`, [noMallory]).outcome).toBe('allow');
  });

  it('is allowed despite STEP_UP policies that do not reach the user, and while evaluation is off', () => {
    const rules = [
      rule('eth_signTransaction', 'require_mfa', when('ethereum_transaction', 'to', 'eq', mallory)),
    ];
    expect(decision(mallory, rules, { stepUpApplies: false }).outcome).toBe('allow');
    expect(decision(mallory, rules).outcome).toBe('deny');
    expect(decision(mallory, [noMallory], { evaluationEnabled: false }).outcome).toBe('allow');
  });
});
