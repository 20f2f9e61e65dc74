import { randomBytes } from 'node:crypto';
import { createClient, type Chain, type Client, type Hex, type Wallets } from '@wallet-service/sdk';
import { createExpressClient } from '../http/express-client.js';
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
  const { express_url: url, app, demo_provider: provider } = stack;
  const subject = `demo-${randomBytes(4).toString('hex')}`;
  const token = await createExpressClient(stack).token(subject);
  announce(`${subject} has a token of ${provider.issuer}`);
  const client = createClient({ url, apiKey: app.api_key, providerId: provider.id, token });
  const rows: DemoRow[] = [];
  for (const makeStep of [ethereumSteps, solanaSteps, bitcoinSteps]) {
    for (const { verifies, ...row } of await makeStep(client, announce)) {
      if (!(await verifies())) throw new Error(`${row.chain} ${row.what}: the signature does not verify`);
      announce(`${row.chain} ${row.what}: signed, and verified by ${row.verifiedBy}`);
      rows.push(row);
    }
  }
  return rows;
}

const message = Buffer.from('hello, wallet service');

async function ethereumSteps(client: Client, announce: (line: string) => void): Promise<Step[]> {
  const wallet = await made('ETH', client, announce);
  const { address } = wallet;
  const hash: Hex = `0x${randomBytes(32).toString('hex')}`;
  const delegate: Hex = `0x${randomBytes(20).toString('hex')}`;
  const authorization = { chain_id: 1, address: delegate, nonce: 0 };
  const [signedMessage, signedHash, signedAuthorization] = await Promise.all([
    wallet.signMessage(message),
    wallet.signHash(hash),
    wallet.signAuthorization({ chainId: 1, address: delegate, nonce: 0 }),
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

async function solanaSteps(client: Client, announce: (line: string) => void): Promise<Step[]> {
  const wallet = await made('SOL', client, announce);
  const { address } = wallet;
  const { signature } = await wallet.signMessage(message);
  const verifies = (): boolean => solanaMessageVerifies(address, message, signature);
  return [{ chain: 'SOL', what: 'message (Ed25519)', address, verifiedBy: 'node:crypto', verifies }];
}

async function bitcoinSteps(client: Client, announce: (line: string) => void): Promise<Step[]> {
  const wallet = await made('BTC', client, announce);
  const { address } = wallet;
  const signed = await wallet.signMessage(message);
  const verifies = (): boolean => bitcoinMessageVerifies(address, message, signed);
  return [{ chain: 'BTC', what: 'message (BIP-137)', address, verifiedBy: 'bitcoinjs-lib', verifies }];
}

async function made<C extends Chain>(
  chain: C,
  client: Client,
  announce: (line: string) => void,
): Promise<Wallets[C]> {
  const wallet = await client.wallet(chain);
  announce(`${chain} wallet ${wallet.address}`);
  return wallet;
}
