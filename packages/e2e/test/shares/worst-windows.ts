import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { mostWindows } from '../../../../services/policy/src/engine/spending-fields.js';
import type { Condition, Rule } from '../../../../services/policy/src/engine/rule.js';
import type { PolicyInput } from '../../../../services/policy/src/engine/policy-input.js';
import { rule, when } from '../../../../services/policy/test/engine-harness.js';
import {
  alice,
  ethInput,
  payment,
  solInput,
  solKey,
  solOperation,
  token,
} from '../../../../services/policy/test/operations.js';
import { friend, lamportsTo, mint } from '../../../../services/policy/test/solana-instructions.js';
import { ofType } from '../../../../services/policy/test/typed-data-of-type.js';
import { address, of } from './heavy-values.js';

// As many spending windows as an application may have, for operations with much to add up.

const windows = (method: string, conditionOf: (index: number) => Condition, count = mostWindows): Rule[] =>
  of(count, (index) => rule(method, 'DENY', conditionOf(index)));
const ofToken = (name: string, seconds: number) =>
  when('spending_window', 'token_amount', 'gt', '1', { token: name, window_seconds: seconds });
const native = (method: string) =>
  windows(method, (i) => when('spending_window', 'native_amount', 'gt', '1', { window_seconds: 60 + i }));
const tokens = windows('eth_signTransaction', (i) => ofToken(address(i + 1), 60));
const mints = windows('signTransaction', (i) => {
  const bytes = Buffer.alloc(32, 77);
  bytes.writeUInt32BE(i);
  return ofToken(new PublicKey(bytes).toBase58(), 60);
});

const domain = { name: 'x', version: '1', chainId: 1, verifyingContract: alice };
const vote = ethInput(
  ofType(
    'Vote(uint8[] nonce,bytes data)',
    { nonce: of(1900, () => '1'), data: `0x${'00'.repeat(20_000)}` },
    domain,
  ),
);
const forward = (data: string) =>
  ethInput(
    ofType(
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)',
      { to: alice, data },
      domain,
    ),
  );
// The tokens begin with zeros, and all of them come last.
const zeros = `0x${'00'.repeat(55_000)}${of(mostWindows, (i) => address(i + 1).slice(2)).join('')}`;
const unlike = `0x${of(30_000, (i) => ((i * 40_503) % 65_536).toString(16).padStart(4, '0')).join('')}`;
const permitted = of(300, (i) => ({ token: address(i + 1), amount: '1' }));
const permits = ethInput(
  ofType(
    'PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,' +
      'uint256 deadline)TokenPermissions(address token,uint256 amount)',
    { permitted, spender: alice },
    { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022d473030f116ddee9f6b43ac78ba3' },
  ),
);
const longCall = (to: `0x${string}`) =>
  ethInput(payment({ to, value: 0n, data: `0x095ea7b3${'00'.repeat(60_000)}` }));
const message: PolicyInput = { kind: 'ethereum_message', message: Buffer.from('a'.repeat(65_536)) };

const memo = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const memos = solInput(
  solOperation(
    of(330, () => new TransactionInstruction({ programId: memo, keys: [], data: Buffer.alloc(0) })),
  ),
);
const ofMint = new TransactionInstruction({
  programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  keys: [mint, mint, mint, solKey].map((pubkey) => ({
    pubkey,
    isSigner: pubkey.equals(solKey),
    isWritable: true,
  })),
  data: Buffer.from([12, 1, 0, 0, 0, 0, 0, 0, 0, 6]),
});
const tokenTransfers = solInput(solOperation(of(55, () => ofMint)));
const lamportTransfers = solInput(solOperation(of(50, () => lamportsTo(friend, 1))));

export const windowDecisions: Readonly<Record<string, readonly [PolicyInput, readonly Rule[]]>> = {
  'windows on typed data of 1,900 numbers': [vote, tokens],
  'more windows than are saved today': [
    vote,
    windows('eth_signTransaction', (i) => ofToken(address(i + 1), 60), 6000),
  ],
  'windows on a forwarded call that nearly names each token': [forward(zeros), tokens],
  'windows on a forwarded call of 60,000 bytes': [forward(unlike), tokens],
  'windows on a permit for 300 tokens': [permits, tokens],
  'windows of many lengths on a long call of the token': [
    longCall(token),
    windows('eth_signTransaction', (i) => ofToken(token, 60 + i)),
  ],
  'windows on a long call of Permit2': [longCall('0x000000000022d473030f116ddee9f6b43ac78ba3'), tokens],
  'windows on a long message': [message, tokens],
  'windows on 330 memos': [memos, mints],
  'windows on 55 transfers of tokens': [tokenTransfers, mints],
  'windows of many lengths on 50 transfers': [lamportTransfers, native('signTransaction')],
};
