import { createClient, type Client, type ClientOptions } from '@wallet-service/sdk';
import { exportKey } from '@wallet-service/sdk/keys';
import { toViemAccount } from '@wallet-service/sdk/viem';
import {
  hexToBytes,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  toHex,
  type Hex,
} from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { recoverAuthorizationAddress } from 'viem/utils';
import { same } from './expect.js';
import type { Checks, Settings } from './outcome.js';

export function clientFor(settings: Settings, more: Partial<ClientOptions> = {}): Client {
  const { url, apiKey, providerId, token } = settings;
  return createClient({ url, apiKey, providerId, token, ...more });
}

export const transfer = {
  type: 'eip1559',
  chainId: 1,
  nonce: 0,
  gas: 21_000n,
  maxFeePerGas: 9n,
  maxPriorityFeePerGas: 1n,
  value: 7n,
  to: `0x${'55'.repeat(20)}`,
} as const;

async function isEd25519(publicKey: Hex, signature: string, message: Uint8Array): Promise<boolean> {
  const bytes = Uint8Array.from(hexToBytes(publicKey));
  const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
  const signed = Uint8Array.from(hexToBytes(signature as Hex));
  return crypto.subtle.verify('Ed25519', key, signed, Uint8Array.from(message));
}

/** A legacy message with this one signer, which calls the system program without data. */
function solanaMessage(publicKey: Hex): Uint8Array {
  const accounts = [...hexToBytes(publicKey), ...new Uint8Array(32)];
  return Uint8Array.from([1, 0, 1, 2, ...accounts, ...new Uint8Array(32).fill(7), 1, 1, 1, 0, 0]);
}

/** A user's wallets sign, and other libraries find that they did. */
export const walletChecks: Checks = {
  'gives a user the same wallet again, on three chains': async (settings) => {
    for (const [chain, form] of [
      ['ETH', /^0x[0-9a-fA-F]{40}$/],
      ['SOL', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/],
      ['BTC', /^bc1q[0-9a-z]{38}$/],
    ] as const) {
      const [one, other] = [clientFor(settings), clientFor(settings)];
      const { address } = await one.wallet(chain);
      same((await other.wallet(chain)).address, address);
      same(form.test(address), true);
    }
  },
  'signs a message on Ethereum': async (settings) => {
    const wallet = await clientFor(settings).wallet('ETH');
    const { signature } = await wallet.signMessage('0x68 ✓');
    same(await recoverMessageAddress({ message: '0x68 ✓', signature: signature as Hex }), wallet.address);
  },
  'signs a message on Solana': async (settings) => {
    const { publicKey, signMessage } = await clientFor(settings).wallet('SOL');
    const message = Uint8Array.of(1, 2, 255);
    same(await isEd25519(publicKey, (await signMessage(message)).signature, message), true);
  },
  'signs a transaction on Solana': async (settings) => {
    const { publicKey, signTransaction } = await clientFor(settings).wallet('SOL');
    const message = solanaMessage(publicKey);
    const { signature = '' } = await signTransaction(message);
    same(await isEd25519(publicKey, signature, message), true);
  },
  'signs messages on Bitcoin, in both formats': async (settings) => {
    const { signMessage } = await clientFor(settings).wallet('BTC');
    same((await signMessage('hello')).signature.length, 2 + 2 * 65);
    const { signature_base64: generic = '' } = await signMessage('hello', { format: 'bip322' });
    same(generic.startsWith('smp'), true);
  },
  'signs a transaction through viem': async (settings) => {
    const account = toViemAccount(await clientFor(settings).wallet('ETH'));
    const signed = await account.signTransaction(transfer);
    same(parseTransaction(signed).to, transfer.to);
    same(await recoverTransactionAddress({ serializedTransaction: signed as never }), account.address);
  },
  'signs typed data through viem': async (settings) => {
    const account = toViemAccount(await clientFor(settings).wallet('ETH'));
    const types = { Mail: [{ name: 'amount', type: 'uint256' }] } as const;
    const data = {
      domain: { name: 'a test' },
      types,
      primaryType: 'Mail',
      message: { amount: 2n ** 200n },
    } as const;
    const signature = await account.signTypedData(data);
    same(await recoverTypedDataAddress({ ...data, signature }), account.address);
  },
  'signs an authorization through viem': async (settings) => {
    const account = toViemAccount(await clientFor(settings).wallet('ETH'));
    const authorization = await account.signAuthorization({ chainId: 1, nonce: 3, address: transfer.to });
    same(await recoverAuthorizationAddress({ authorization }), account.address);
  },
  'exports a private key, which is that of the address': async (settings) => {
    const client = clientFor(settings);
    const wallet = await client.wallet('ETH');
    const { privateKey, mnemonic = '' } = await exportKey(client, wallet);
    same(privateKeyToAddress(toHex(privateKey)), wallet.address);
    same(mnemonic.split(' ').length, 24);
  },
};
