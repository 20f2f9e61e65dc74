import type { Operation } from '@wallet-service/chains';
import { spentOf } from '../src/engine/spending.js';
import { decideOn, rule, when } from './engine-harness.js';
import { alice, ethInput, ethWallet, mallory, token, typedData } from './operations.js';
import { ofType } from './typed-data-of-type.js';

// What people sign to say who they are, and what looks similar.

const own = ethWallet.address;
const at = (verifyingContract: string) => ({ chainId: 1, verifyingContract });
const limits = [
  rule('eth_signTransaction', 'DENY', when('ethereum_transaction', 'value', 'gt', 5)),
  rule('eth_signTransaction', 'DENY', when('ethereum_transaction', 'to', 'eq', mallory)),
  rule(
    'eth_signTransaction',
    'DENY',
    when('spending_window', 'native_amount', 'gt', '1', { window_seconds: 60 }),
  ),
  rule(
    'eth_signTransaction',
    'DENY',
    when('spending_window', 'token_amount', 'gt', '1', { window_seconds: 60, token }),
  ),
];
const outcomes = (operation: Operation) =>
  limits.map((limit) => decideOn('ETH', ethInput(operation), [limit]).outcome);
const message = (bytes: Uint8Array): Operation => ({ kind: 'message', message: bytes, format: 'eip191' });
const person = 'Person(string name,address wallet)';
const hash = Buffer.alloc(32, 0xab);
const prefixed = (text: Uint8Array | string) => {
  const bytes = Buffer.from(text);
  const all = Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes]);
  return { prefixed: `0x${all.toString('hex')}` };
};
const wrapped = (contents: string, rest: string, domain: object, values: object) =>
  ofType(
    `TypedDataSign(${contents} contents,string name,string version,uint256 chainId,` +
      `address verifyingContract,bytes32 salt)${rest}`,
    { contents: values, chainId: 1, verifyingContract: own },
    domain,
  );

it.each<[string, Operation]>([
  [
    'the example letter of EIP-712',
    ofType(`Mail(Person from,Person to,string contents)${person}`, { to: { wallet: mallory } }, at(alice)),
  ],
  [
    'a letter to several people',
    ofType(
      'Mail(Person from,Person[] to,string contents)Person(string name,address[] wallets)',
      { from: { wallets: [alice] }, to: [{ name: 'Bob', wallets: [mallory, alice] }] },
      at(alice),
    ),
  ],
  [
    'a login',
    ofType(
      'Login(address wallet,string statement,string nonce,uint256 issuedAt)',
      { wallet: own, statement: 'Sign in' },
      { name: 'App', version: '1', chainId: 1 },
    ),
  ],
  [
    'the fields of ERC-4361',
    ofType(
      'SignIn(string domain,address address,string statement,string uri,string version,' +
        'uint256 chainId,string nonce,string issuedAt,string expirationTime,string[] resources)',
      { address: own, resources: ['https://a', 'https://b'] },
      { name: 'Sign-In', version: '1' },
    ),
  ],
  [
    'a login of an exchange',
    ofType(
      'ClobAuth(address address,string timestamp,uint256 nonce,string message)',
      { address: own },
      { name: 'ClobAuthDomain', version: '1', chainId: 137 },
    ),
  ],
  [
    'a vote on Snapshot',
    ofType(
      'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,' +
        'string reason,string app,string metadata)',
      { from: own },
      { name: 'snapshot', version: '0.1.4' },
    ),
  ],
  [
    "a login with the user's own account as its signer",
    ofType('Login(address signer,string statement)', { signer: own, statement: 'Sign in' }, at(alice)),
  ],
  [
    'a login with a challenge',
    ofType(
      'Login(string statement,bytes32 challenge,string sessionId)',
      { statement: 'Sign in', challenge: `0x${'ab'.repeat(32)}` },
      { name: 'App' },
    ),
  ],
  ['a vote on a chain', ofType('Ballot(uint256 proposalId,uint8 support)', {}, at(alice))],
  ['a wrapped message (ERC-7739)', ofType('PersonalSign(bytes prefixed)', prefixed('Hello'), at(own))],
  [
    'a wrapped letter (ERC-7739)',
    wrapped('Mail', `Mail(Person from,Person to,string contents)${person}`, at(alice), {}),
  ],
  [
    'a text in the first version of typed data',
    typedData([{ type: 'string', name: 'Message', value: 'Hi' }], 'v1'),
  ],
  ['a text', message(Buffer.from('app.example wants you to sign in with your Ethereum account:\n\tü 0x12'))],
])('%s is signed under every limit', (_name, operation) => {
  expect(outcomes(operation)).toEqual(['allow', 'allow', 'allow', 'allow']);
});

it.each<[string, Operation]>([
  [
    'the seed of a trading wallet (dYdX)',
    ofType('dYdX(string action)', { action: 'dYdX Chain Onboarding' }, { name: 'dYdX Chain', chainId: 1 }),
  ],
  [
    'any text for dYdX',
    ofType('Onboarding(string statement)', { statement: 'Hello' }, { name: 'dYdX Chain Onboarding' }),
  ],
  [
    'a transfer as text (Aster)',
    ofType('Message(string msg)', { msg: 'a=1' }, { name: 'AsterSignTransaction', version: '1' }),
  ],
  ['any text for Aster', ofType('Hello(string statement)', {}, { name: 'AsterSignTransaction' })],
  [
    'a session for another signer',
    ofType('Session(address signer,string app,uint256 expiresAt)', { signer: mallory, app: 'x' }, at(alice)),
  ],
  [
    "a session for the user's own signer",
    ofType('Session(address signer,string app,uint256 expiresAt)', { signer: own, app: 'x' }, at(alice)),
  ],
  [
    'another signer',
    ofType(
      'RotateSigner(address signer,string note,uint256 deadline)',
      { signer: mallory, note: 'x' },
      at(alice),
    ),
  ],
  [
    'another owner',
    ofType(
      'ChangeOwner(address account,string reason,uint256 nonce)',
      { account: mallory, reason: 'x' },
      at(alice),
    ),
  ],
  [
    'another account, with a text',
    ofType('Join(address account,string reason)', { account: mallory, reason: 'x' }, at(alice)),
  ],
  [
    'other accounts in a list, with a text',
    ofType('Join(address[] users,string reason)', { users: [own, mallory], reason: 'x' }, at(alice)),
  ],
  ['a transaction as text', ofType('Tx(string context,string msgs)', { context: 'x', msgs: 'x' }, at(alice))],
  ['a text named after an action', ofType('Hello(string msgs)', { msgs: 'x' }, at(alice))],
  ['a word as long as a hash', ofType('Root(bytes32 challenge)', { challenge: `0x${'ab'.repeat(32)}` }, {})],
  ['a number as long as a hash', ofType('Root(uint256 challenge)', { challenge: `${2n ** 200n}` }, {})],
  [
    'a word as long as a hash, with an empty text',
    ofType('Root(bytes32 challenge,string note)', { challenge: `0x${'ab'.repeat(32)}`, note: '' }, {}),
  ],
  [
    'another account, for a contract',
    ofType('Member(address account,uint256 nonce)', { account: mallory }, at(alice)),
  ],
  ['a role', ofType('GrantRole(address account,string name)', { account: mallory }, at(alice))],
  ['a login with an amount', ofType('Login(address wallet,uint256 amount)', { wallet: own }, at(alice))],
  [
    'a login for another account',
    ofType('Login(address wallet,address operator)', { operator: mallory }, at(alice)),
  ],
  [
    'a login with data',
    ofType('Login(address wallet,bytes nonce)', { nonce: `0x${'00'.repeat(33)}` }, at(alice)),
  ],
  [
    'a withdrawal with the fields of a login',
    ofType('WithdrawAll(address user,uint256 nonce)', {}, at(alice)),
  ],
  [
    'a letter with a payment',
    ofType('Mail(Person from,Pay to)Pay(address wallet)Person(address wallet)', {}, at(alice)),
  ],
  [
    'a vote on Snapshot for a contract',
    ofType('Vote(bytes32 proposal)', {}, { name: 'snapshot', ...at(alice) }),
  ],
  ['a wrapped hash (ERC-7739)', ofType('PersonalSign(bytes prefixed)', prefixed(hash), at(own))],
  [
    'a wrapped message that is not one',
    ofType('PersonalSign(bytes prefixed)', { prefixed: '0x1901' }, at(own)),
  ],
  ['a wrapped order', wrapped('Move', 'Move(address receiver,uint256 amount)', at(alice), {})],
  [
    'a wrapper of another form',
    ofType('TypedDataSign(Mail contents,uint8 rest)Mail(string text)', {}, at(alice)),
  ],
  [
    'the first version, with names that contain types',
    typedData([{ type: 'string', name: 'toaddress receiveruint256 sum', value: 'x' }], 'v1'),
  ],
  ['a message that is a hash', message(hash)],
  ['a message that is signed data', message(Buffer.concat([Buffer.from([0x19, 1]), hash, hash]))],
  ['a message that is encoded', message(Buffer.concat([hash, hash]))],
])('%s is signed under no limit', (_name, operation) => {
  expect(outcomes(operation)).toEqual(['deny', 'deny', 'deny', 'deny']);
});

it('a wrapped permit counts as the permit', () => {
  const permit = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
  const operation = wrapped('Permit', permit, at(token), { owner: own, spender: mallory, value: 9 });
  expect(spentOf(token, ethInput(operation))).toBe(9n);
  expect(spentOf('native', ethInput(operation))).toBe(0n);
});
