import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { rmSync } from 'node:fs';
import { createKeyPairSignerFromPrivateKeyBytes, generateKeyPairSigner, type Address } from '@solana/kit';
import { address as addresses, payments, script as bitcoinScript, Transaction } from 'bitcoinjs-lib';
import { verify } from 'tiny-secp256k1';
import { verifyMessage, type Hex } from 'viem';
import { describeOnNode } from '../chains/chain-nodes.js';
import { demoCustomer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';
import { startSolanaRpc } from './solana-rpc.js';
import { runIn, userProject, variablesOf } from './user-project.js';

// The examples, run as their READMEs say, in a project with the SDK installed.

let folder: string;
let stack: SharedStack;
let variables: Record<string, string>;

beforeAll(async () => {
  [folder, stack] = await Promise.all([userProject(), sharedStack('examples')]);
  variables = await variablesOf(stack, 'alice');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const run = (command: string, more: Readonly<Record<string, string>> = {}) =>
  runIn(folder, command.split(' '), { ...variables, ...more });

/** What a line that begins with the name says. */
const told = (output: string, name: string): string =>
  new RegExp(`^${name} (.*)$`, 'm').exec(output)?.[1] ?? '';

const isSigned = (output: string): Promise<boolean> =>
  verifyMessage({
    address: told(output, 'wallet') as Hex,
    message: 'hello',
    signature: told(output, 'signature') as Hex,
  });

it('env.mjs prints what the others need', async () => {
  const { stdout } = await runIn(folder, ['node', 'examples/env.mjs', 'bob'], {
    DATA_DIR: path.dirname(stack.logsDir),
  });
  const names = [...stdout.matchAll(/^export (\w+)='[^']+'$/gm)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(variables));
});

it('node-script makes a wallet, signs and verifies, and says why it is refused', async () => {
  const { code, stdout } = await run('node examples/node-script/sign.mjs');
  expect([code, stdout]).toEqual([0, expect.stringContaining('verified by viem true')]);
  expect(await isSigned(stdout)).toBe(true);
  const refused = await run('node examples/node-script/sign.mjs', { API_KEY: 'pk_wrong' });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^auth\.api-key-invalid: .* \(trace [0-9a-f]{32}\)\n$/);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
(hasPython ? it : it.skip)('python-openapi signs with Python alone (skipped without python3)', async () => {
  const { code, stdout, stderr } = await run('python3 examples/python-openapi/sign.py');
  expect([code, stderr]).toEqual([0, '']);
  expect(await isSigned(stdout)).toBe(true);
  const refused = await run('python3 examples/python-openapi/sign.py', { USER_TOKEN: 'x' });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^auth\.token-invalid: .* \(trace [0-9a-f]{32}\)\n$/);
});

it('agent-payments is bounded by its policy, and learns why', async () => {
  for (const turn of ['first', 'second']) {
    const { code, stdout, stderr } = await run('node examples/agent-payments/agent.mjs');
    expect([turn, code, stderr]).toEqual([turn, 0, '']);
    const [, paid, refused, paidLess] = stdout.split('\n');
    expect([paid, paidLess]).toEqual(['paid 0.03 ETH for an image', 'paid 0.01 ETH for a small image']);
    expect(refused).toMatch(
      /^refused 0\.04 ETH .*: policy\.denied, Agents: 0\.05 ETH an hour: More than .* \(decision [0-9a-f-]{36}\)$/,
    );
  }
  const policies = await demoCustomer(stack.stack).succeed<unknown[]>('GET', '/v1/policy');
  expect(policies).toHaveLength(1);
});

it('bitcoin-psbt signs a payment with change', async () => {
  const recipient = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const more = { TXID: 'ab'.repeat(32), VOUT: '1', SATOSHIS: '50000', RECIPIENT: recipient };
  const { code, stdout, stderr } = await run('node examples/bitcoin-psbt/sign.mjs', more);
  expect([code, stderr]).toEqual([0, '']);
  const transaction = Transaction.fromHex(told(stdout, 'transaction'));
  expect(transaction.getId()).toBe(told(stdout, 'txid'));
  const script = addresses.toOutputScript(told(stdout, 'wallet'));
  expect(transaction.outs).toEqual([
    { script: addresses.toOutputScript(recipient), value: 10_000n },
    { script, value: 39_500n },
  ]);
  const [signature = new Uint8Array(), publicKey = new Uint8Array()] = transaction.ins[0]?.witness ?? [];
  expect(payments.p2wpkh({ pubkey: publicKey }).address).toBe(told(stdout, 'wallet'));
  const scriptCode = payments.p2pkh({ pubkey: publicKey }).output ?? new Uint8Array();
  const hash = transaction.hashForWitnessV0(0, scriptCode, 50_000n, Transaction.SIGHASH_ALL);
  expect(verify(hash, publicKey, bitcoinScript.signature.decode(signature).signature)).toBe(true);
});

describeOnNode('Solana', () => {
  it('solana-fee-payer sends the user’s SOL, and the other key pays the fee', async () => {
    const rpc = await startSolanaRpc();
    try {
      const { express } = demoCustomer(stack.stack);
      const user = await express.wallet(await express.token('alice'), 'SOL');
      const payer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(7));
      const { address: recipient } = await generateKeyPairSigner();
      for (const account of [user, payer.address]) rpc.fund(account, 10_000_000n);
      const { code, stdout, stderr } = await run('node examples/solana-fee-payer/transfer.mjs', {
        RPC_URL: rpc.url,
        RECIPIENT: recipient,
        FEE_PAYER_KEY: '07'.repeat(32),
      });
      expect([code, stderr]).toEqual([0, '']);
      expect([told(stdout, 'user'), told(stdout, 'payer')]).toEqual([user, payer.address]);
      const balances = [user as Address, recipient, payer.address].map((account) =>
        rpc.svm.getBalance(account),
      );
      expect(balances).toEqual([9_000_000n, 1_000_000n, 9_990_000n]);
    } finally {
      rpc.close();
    }
  });
});
