import { createClient } from '@wallet-service/sdk';
import { EthersSigner } from '@wallet-service/sdk/ethers';
import { exportKey, importWallet } from '@wallet-service/sdk/keys';
import { createServerClient } from '@wallet-service/sdk/server';
import { toViemAccount } from '@wallet-service/sdk/viem';
import type { EthereumWallet } from '@wallet-service/sdk';
import { Wallet } from 'ethers';
import type fc from 'fast-check';
import { hexToBytes, toHex, type Hex, type TypedDataDefinition } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import * as inputs from '../../../sdk/test/ethereum-inputs.js';
import { ethersMessage, ethersTransaction, ethersTypedData } from '../../../sdk/test/ethers-form.js';
import { demoCustomer, freshToken, type Customer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';
import { differences } from './differences.js';

// One key is in the service and in the libraries. All of them sign the same, byte by byte (RFC 6979).

const rounds = Number(process.env['SDK_RUNS'] ?? 2);

let stack: SharedStack;
let customer: Customer;

beforeAll(async () => {
  stack = await sharedStack('sdk Ethereum');
  customer = demoCustomer(stack.stack);
  await customer.succeed('PATCH', '/v1/application', { eip7702_any_chain: 'allow' });
});

type Keys = { readonly wallet: EthereumWallet; readonly privateKey: Hex };

/** A wallet of the Express interface, whose key the service exports. */
async function exported(): Promise<Keys> {
  const { apiKey, provider } = customer;
  const token = await freshToken(customer, 'exports');
  const client = createClient({ url: stack.expressUrl, apiKey, providerId: provider.id, token });
  const wallet = await client.wallet('ETH');
  const { privateKey } = await exportKey(client, wallet);
  return { wallet, privateKey: toHex(privateKey) };
}

/** A wallet of the Core interface, whose key the service imports. */
async function imported(): Promise<Keys> {
  const server = createServerClient({ url: stack.expressUrl, secretKey: customer.secretKey() });
  const privateKey = generatePrivateKey();
  const owner = { auth_jwt: await freshToken(customer, 'imports'), network: 'EVM' };
  const { data } = await importWallet(server, hexToBytes(privateKey), owner);
  const operationToken = await freshToken(customer, 'imports');
  const credentials = { id: data.uuid, accessKey: data.access_key, operationToken };
  return { wallet: await server.wallet('ETH', credentials), privateKey };
}

const definition = (generated: inputs.GeneratedTypedData) => generated as unknown as TypedDataDefinition;

describe.each<[string, () => Promise<Keys>, number]>([
  ['Express', exported, 25],
  ['Core', imported, 10],
])('a key of the %s interface', (name, keys, count) => {
  let viem: ReturnType<typeof toViemAccount>;
  let local: ReturnType<typeof privateKeyToAccount>;
  let signer: EthersSigner;
  let ofEthers: Wallet;

  beforeAll(async () => {
    const { wallet, privateKey } = await keys();
    [viem, local] = [toViemAccount(wallet), privateKeyToAccount(privateKey)];
    [signer, ofEthers] = [new EthersSigner(wallet), new Wallet(privateKey)];
  });

  const expectSame = async <Input>(
    generated: fc.Arbitrary<Input>,
    remote: (input: Input) => Promise<unknown>,
    reference: (input: Input) => Promise<unknown>,
  ): Promise<void> => {
    expect(await differences({ inputs: generated, count: count * rounds, remote, local: reference })).toEqual(
      [],
    );
  };

  it('has the address and the public key of the libraries', () => {
    expect([viem.address, viem.publicKey]).toEqual([local.address, local.publicKey]);
    expect(signer.address).toBe(ofEthers.address);
  });

  it('signs messages', async () => {
    await expectSame(
      inputs.message,
      (message) => viem.signMessage({ message }),
      (message) => local.signMessage({ message }),
    );
    await expectSame(
      inputs.message.map(ethersMessage),
      (message) => signer.signMessage(message),
      (message) => ofEthers.signMessage(message),
    );
  });

  it.each(inputs.transactionsByType)('signs transactions of the type %s', async (_, transaction) => {
    await expectSame(
      transaction,
      (each) => viem.signTransaction(each),
      (each) => local.signTransaction(each),
    );
    await expectSame(
      transaction.map(ethersTransaction),
      (each) => signer.signTransaction(each),
      (each) => ofEthers.signTransaction(each),
    );
  });

  it('signs typed data', async () => {
    await expectSame(
      inputs.typedData.map(definition),
      (each) => viem.signTypedData(each),
      (each) => local.signTypedData(each),
    );
    await expectSame(
      inputs.typedData.map(ethersTypedData),
      (each) => signer.signTypedData(...each),
      (each) => ofEthers.signTypedData(...each),
    );
  });

  it('signs bare hashes', () =>
    expectSame(
      inputs.hash,
      (hash) => viem.sign({ hash }),
      (hash) => local.sign({ hash }),
    ));

  it(`signs ${name === 'Core' ? 'no authorizations' : 'authorizations'}`, async () => {
    if (name === 'Core') {
      const first = { address: local.address, chainId: 1, nonce: 0 };
      await expect(viem.signAuthorization(first)).rejects.toMatchObject({ code: 'client.unsupported' });
      await expect(signer.authorize(first)).rejects.toMatchObject({ code: 'client.unsupported' });
      return;
    }
    await expectSame(
      inputs.authorization,
      (each) => viem.signAuthorization(each),
      (each) => local.signAuthorization(each),
    );
    await expectSame(
      inputs.authorization,
      async (each) => (await signer.authorize(each)).signature.serialized,
      async (each) => (await ofEthers.authorize(each)).signature.serialized,
    );
  });
});
