import { randomBytes } from 'node:crypto';
import { createExpressClient, type ExpressClient } from '../http/express-client.js';
import type { StackFile } from '../stack/stack-file.js';
import { bitcoinMessageVerifies } from './verify-bitcoin.js';
import {
  ethereumAuthorizationVerifies,
  ethereumHashVerifies,
  ethereumMessageVerifies,
} from './verify-ethereum.js';
import { solanaMessageVerifies } from './verify-solana.js';

/** One signature, and the independent library that verified it. */
export type DemoRow = {
  readonly chain: string;
  readonly what: string;
  readonly address: string;
  readonly verifiedBy: string;
};

type Step = DemoRow & { readonly verifies: () => Promise<boolean> | boolean };

/**
 * The main job: a user's token, three wallets, and a signature of every kind, each checked by an independent
 * library. Throws at the first step that fails.
 */
export async function performDemo(
  stack: StackFile,
  announce: (line: string) => void,
): Promise<readonly DemoRow[]> {
  const client = createExpressClient(stack);
  const subject = `demo-${randomBytes(4).toString('hex')}`;
  const token = await client.token(subject);
  announce(`${subject} has a token of ${stack.demo_provider.issuer}`);
  const rows: DemoRow[] = [];
  for (const makeStep of [ethereumSteps, solanaSteps, bitcoinSteps]) {
    for (const { verifies, ...row } of await makeStep(client, token, announce)) {
      if (!(await verifies())) throw new Error(`${row.chain} ${row.what}: the signature does not verify`);
      announce(`${row.chain} ${row.what}: signed, and verified by ${row.verifiedBy}`);
      rows.push(row);
    }
  }
  return rows;
}

const message = Buffer.from('hello, wallet service');

async function ethereumSteps(
  client: ExpressClient,
  token: string,
  announce: (line: string) => void,
): Promise<Step[]> {
  const address = await made('ETH', client, token, announce);
  const hash = `0x${randomBytes(32).toString('hex')}`;
  const authorization = { chain_id: 1, address: `0x${randomBytes(20).toString('hex')}`, nonce: 0 };
  const [signedMessage, signedHash, signedAuthorization] = await Promise.all([
    client.signMessage(token, 'ETH', message),
    client.signHash(token, hash),
    client.signAuthorization(token, authorization),
  ]);
  const row = { chain: 'ETH', address };
  return [
    {
      ...row,
      what: 'message (EIP-191)',
      verifiedBy: 'viem, ethers',
      verifies: () => ethereumMessageVerifies(address, message, signedMessage.signature),
    },
    {
      ...row,
      what: 'hash',
      verifiedBy: 'ethers',
      verifies: () => ethereumHashVerifies(address, hash, signedHash.signature),
    },
    {
      ...row,
      what: 'authorization (EIP-7702)',
      verifiedBy: 'viem, ethers',
      verifies: () => ethereumAuthorizationVerifies(address, authorization, signedAuthorization),
    },
  ];
}

async function solanaSteps(
  client: ExpressClient,
  token: string,
  announce: (line: string) => void,
): Promise<Step[]> {
  const address = await made('SOL', client, token, announce);
  const { signature } = await client.signMessage(token, 'SOL', message);
  const verifies = (): boolean => solanaMessageVerifies(address, message, signature);
  return [{ chain: 'SOL', what: 'message (Ed25519)', address, verifiedBy: 'node:crypto', verifies }];
}

async function bitcoinSteps(
  client: ExpressClient,
  token: string,
  announce: (line: string) => void,
): Promise<Step[]> {
  const address = await made('BTC', client, token, announce);
  const signed = await client.signMessage(token, 'BTC', message);
  const verifies = (): boolean => bitcoinMessageVerifies(address, message, signed);
  return [{ chain: 'BTC', what: 'message (BIP-137)', address, verifiedBy: 'bitcoinjs-lib', verifies }];
}

async function made(
  chain: 'ETH' | 'SOL' | 'BTC',
  client: ExpressClient,
  token: string,
  announce: (line: string) => void,
): Promise<string> {
  const address = await client.wallet(token, chain);
  announce(`${chain} wallet ${address}`);
  return address;
}
