import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { spentOf } from '../src/engine/spending.js';
import { decideOn, rule, when } from './engine-harness.js';
import { alice, ethInput, ethWallet, mallory, payment, token, typedData } from './operations.js';

// Ways to move assets under an unusual name.

const own = ethWallet.address;
const unknowable: unknown = expect.any(String);
const stolen = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [mallory, 7n] });
const forwarder = { name: 'Forwarder', version: '1', chainId: 1, verifyingContract: alice };

const fieldsOf = (text: string) =>
  text.split(', ').map((each) => {
    const [type = '', name = ''] = each.split(' ');
    return { name, type };
  });
const signed = (primaryType: string, types: Record<string, string>, message: object, domain: object) =>
  ethInput(
    typedData({
      types: Object.fromEntries(Object.entries(types).map(([name, text]) => [name, fieldsOf(text)])),
      primaryType,
      domain,
      message,
    }),
  );

const request = (to: string, data: string) =>
  signed(
    'ForwardRequest',
    {
      ForwardRequest: 'address from, address to, uint256 value, uint256 gas, uint256 nonce, bytes data',
    },
    { from: own, to, value: 0, gas: 100_000, nonce: 0, data },
    forwarder,
  );

describe('a message to a forwarder', () => {
  it('may be a call of a token that trusts the forwarder (ERC-2771)', () => {
    expect(spentOf(token, request(token, stolen))).toEqual(unknowable);
    expect(spentOf(token, request(alice, stolen))).toBe(0n);
    expect(spentOf(token, request(token, '0x'))).toBe(0n);
    expect(spentOf('native', request(token, stolen))).toBe(0n);
  });

  it('is found wherever the call is within it', () => {
    const batch = signed(
      'Batch',
      { Batch: 'Call[] calls', Call: 'address target, bytes data' },
      { calls: [{ target: token, data: stolen }] },
      forwarder,
    );
    expect(spentOf(token, batch)).toEqual(unknowable);
  });
});

describe('a message to a forwarder that hides the token', () => {
  it.each([
    ['in the data of a batch', 'bytes data', { data: `0x1234${token.slice(2)}5678` }],
    [
      'as a number next to the data',
      'uint160 target, bytes data',
      { target: BigInt(token).toString(), data: stolen },
    ],
    ['in a word', 'bytes32 target', { target: `0x${'00'.repeat(12)}${token.slice(2)}` }],
  ])('%s may be such a call', (_name, fields, message) => {
    expect(spentOf(token, signed('Batch', { Batch: fields }, message, forwarder))).toEqual(unknowable);
  });
});

it('a delegation that an account with code obeys (ERC-7710) can spend anything, and one of votes nothing', () => {
  const manager = { name: 'DelegationManager', version: '1', chainId: 1, verifyingContract: alice };
  const delegation = signed(
    'Delegation',
    { Delegation: 'address delegate, address delegator, bytes32 authority, uint256 salt' },
    { delegate: mallory, delegator: own, authority: `0x${'ff'.repeat(32)}`, salt: 0 },
    manager,
  );
  for (const asset of ['native', token]) expect(spentOf(asset, delegation)).toEqual(unknowable);
  const votes = signed(
    'Delegation',
    { Delegation: 'address delegatee, uint256 nonce, uint256 expiry' },
    { delegatee: mallory, nonce: 0, expiry: 1 },
    manager,
  );
  for (const asset of ['native', token]) expect(spentOf(asset, votes)).toBe(0n);
});

describe('a chain’s native coin that is also a token', () => {
  const celo = '0x471EcE3750Da237f93B8E339c536989b8978a438';
  const free = { value: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
  const call = (chainId: number, data: Hex = stolen) =>
    spentOf('native', ethInput(payment({ ...free, chainId, to: celo, data })));

  it('is spent by transfers of the token, on that chain', () => {
    expect(call(42_220)).toBe(7n);
    expect(call(1)).toBe(0n);
    expect(call(42_220, '0xdeadbeef')).toEqual(unknowable);
  });

  it('is spent by permits of the token', () => {
    const permit = (chainId: number) =>
      signed(
        'Permit',
        { Permit: 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline' },
        { owner: own, spender: mallory, value: 9, nonce: 0, deadline: 1 },
        { name: 'Celo', chainId, verifyingContract: celo },
      );
    expect(spentOf('native', permit(42_220))).toBe(9n);
    expect(spentOf('native', permit(1))).toBe(0n);
  });
});

it('treats Permit2 of zkSync as Permit2', () => {
  const data = encodeFunctionData({
    abi: [
      {
        type: 'function',
        name: 'approve',
        stateMutability: 'nonpayable',
        outputs: [],
        inputs: [
          { name: 'token', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'amount', type: 'uint160' },
          { name: 'expiration', type: 'uint48' },
        ],
      },
    ],
    functionName: 'approve',
    args: [token as Hex, mallory as Hex, 12n, 1],
  });
  const to = '0x0000000000225e31D15943971F47aD3022F714Fa';
  expect(spentOf(token, ethInput(payment({ to, data, value: 0n })))).toBe(12n);
});

it('does not treat a token’s own typed data as that of Permit2', () => {
  const details = 'address token, uint160 amount, uint48 expiration, uint48 nonce';
  const input = signed(
    'PermitSingle',
    { PermitSingle: 'PermitDetails details, address spender, uint256 sigDeadline', PermitDetails: details },
    { details: { token: alice, amount: 1, expiration: 1, nonce: 0 }, spender: mallory, sigDeadline: 1 },
    { name: 'Coin', chainId: 1, verifyingContract: token },
  );
  expect(spentOf(token, input)).toEqual(unknowable);
});

it('data that ends within a selector may call the function whose selector continues with zeros', () => {
  // Its selector is 0x00000000.
  const abi = [
    { type: 'function', name: 'wycpnbqcyf', inputs: [], outputs: [], stateMutability: 'nonpayable' },
  ];
  const called = when('ethereum_calldata', 'function_name', 'eq', 'wycpnbqcyf', { abi });
  const outcome = (data: Hex) =>
    decideOn('ETH', ethInput(payment({ data })), [rule('eth_signTransaction', 'DENY', called)]).outcome;
  expect(['0x00', '0x0000', '0x000000', '0x00000000'].map((data) => outcome(data as Hex))).toEqual(
    Array(4).fill('deny'),
  );
  expect(['0x', '0x01', '0x00000001'].map((data) => outcome(data as Hex))).toEqual(Array(3).fill('allow'));
});
