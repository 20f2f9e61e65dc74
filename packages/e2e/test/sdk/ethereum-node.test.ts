import { connect, createConfig, disconnect, sendTransaction, signMessage } from '@wagmi/core';
import { createClient, type EthereumWallet } from '@wallet-service/sdk';
import { announceProvider, createEip1193Provider } from '@wallet-service/sdk/eip1193';
import { EthersSigner } from '@wallet-service/sdk/ethers';
import { toViemAccount } from '@wallet-service/sdk/viem';
import { ExactEvmScheme } from '@x402/evm';
import {
  AbiCoder,
  BrowserProvider,
  Contract,
  ContractFactory,
  Signature,
  type TransactionReceipt,
} from 'ethers';
import {
  createWalletClient,
  encodeAbiParameters,
  http,
  parseSignature,
  publicActions,
  verifyMessage,
  verifyTypedData,
  type Abi,
  type Hex,
} from 'viem';
import { foundry } from 'viem/chains';
import { startAnvil, type Anvil } from '../chains/anvil.js';
import { describeOnNode } from '../chains/chain-nodes.js';
import { compileContracts, type Compiled } from '../chains/contracts/compile.js';
import { zeroBlobHash, zeroSidecar } from '../chains/zero-blob.js';
import { demoCustomer, freshToken } from '../http/customer.js';
import { sharedStack } from '../stacks.js';

// What people do with viem, ethers, wagmi and x402, with a wallet of the service. An Ethereum node judges.

const recipient: Hex = '0x3333333333333333333333333333333333333333';
const forever = 2n ** 256n - 1n;
const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
};
const info = {
  ...{ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Wallet', rdns: 'com.example.wallet' },
  icon: 'data:image/svg+xml,' as const,
};
/** A busy machine is slow. */
const patient = { timeout: 300_000, retryCount: 0 };
const signatureParts = ['bytes32', 'bytes32', 'uint8'] as const;

async function newWallet(): Promise<EthereumWallet> {
  const { stack, expressUrl } = await sharedStack('sdk on an Ethereum node');
  const customer = demoCustomer(stack);
  const { apiKey, provider } = customer;
  const token = await freshToken(customer, 'ann');
  return createClient({ url: expressUrl, apiKey, providerId: provider.id, token }).wallet('ETH');
}

let wallet: EthereumWallet;
beforeAll(async () => {
  wallet = await newWallet();
});

describeOnNode('a wallet on an Ethereum node', () => {
  let anvil: Anvil;
  let url: string;
  let coin: Compiled;

  beforeAll(async () => {
    anvil = await startAnvil();
    url = anvil.node._getConnection().url;
    await anvil.fund(wallet.address, 10n ** 20n);
    coin = compileContracts()('Coin');
  });
  afterAll(() => anvil.stop());

  async function mined(hash: string): Promise<TransactionReceipt> {
    const receipt = await anvil.receiptOf(hash);
    expect(receipt).toMatchObject({ status: 1, from: wallet.address });
    return receipt;
  }
  const permission = (nonce: bigint) => ({
    ...{ owner: wallet.address, spender: recipient, value: forever, nonce, deadline: forever },
  });
  const domainOf = (verifyingContract: Hex) => ({
    ...{ name: 'Test', version: '1', chainId: foundry.id, verifyingContract },
  });

  it('viem: transfers, deploys, calls, permits, delegates and carries a blob', async () => {
    const account = toViemAccount(wallet);
    const client = createWalletClient({ account, chain: foundry, transport: http(url, patient) }).extend(
      publicActions,
    );
    expect(await mined(await client.sendTransaction({ to: recipient, value: 5n }))).toMatchObject({
      type: 2,
    });

    const abi = JSON.parse(coin.abi.formatJson()) as Abi;
    const deployed = await mined(await client.deployContract({ abi, bytecode: coin.creation as Hex }));
    const address = deployed.contractAddress as Hex;
    const call = (functionName: string, args: readonly unknown[]) =>
      client.writeContract({ abi, address, functionName, args });
    await mined(await call('start', [wallet.address, 100n, recipient]));
    await mined(await call('transfer', [recipient, 30n]));
    expect(await client.readContract({ abi, address, functionName: 'balanceOf', args: [recipient] })).toBe(
      30n,
    );

    const message = permission(0n);
    const signature = await client.signTypedData({
      ...{ domain: domainOf(address), types: permitTypes, primaryType: 'Permit', message },
    });
    const { r, s, v = 0n } = parseSignature(signature);
    const parts = encodeAbiParameters(
      signatureParts.map((type) => ({ type })),
      [r, s, Number(v)],
    );
    await mined(await call('permit', [wallet.address, recipient, forever, forever, parts]));
    const allowance = { abi, address, functionName: 'allowance', args: [wallet.address, recipient] };
    expect(await client.readContract(allowance)).toBe(forever);

    const authorization = await client.signAuthorization({ contractAddress: address, executor: 'self' });
    await mined(await client.sendTransaction({ authorizationList: [authorization], to: recipient }));
    expect(await client.getCode({ address: wallet.address })).toBe(
      `0xef0100${address.slice(2).toLowerCase()}`,
    );

    const blob = await client.sendTransaction({
      ...{ type: 'eip4844', to: recipient, gas: 21_000n, maxFeePerBlobGas: 10n ** 9n },
      ...{ blobVersionedHashes: [zeroBlobHash], sidecars: [zeroSidecar] },
    } as never);
    expect(await mined(blob)).toMatchObject({ type: 3, blobGasUsed: 131_072n });
  });

  it('ethers: transfers, deploys, calls, permits, delegates and carries a blob', async () => {
    const signer = new EthersSigner(wallet, anvil.node);
    const sent = async (sending: Promise<{ hash: string }>) => mined((await sending).hash);
    expect(await sent(signer.sendTransaction({ to: recipient, value: 5n }))).toMatchObject({ type: 2 });

    const factory = new ContractFactory(coin.abi, coin.creation, signer);
    const deployment = (await factory.deploy()).deploymentTransaction();
    const address = (await mined(deployment?.hash ?? '')).contractAddress as Hex;
    const contract = new Contract(address, coin.abi, signer);
    const call = (name: string, ...args: unknown[]) => sent(contract.getFunction(name).send(...args));
    await call('start', wallet.address, 100n, recipient);
    await call('transfer', recipient, 30n);
    expect(await contract.getFunction('balanceOf').staticCall(recipient)).toBe(30n);

    const signature = await signer.signTypedData(domainOf(address), permitTypes, permission(0n));
    const { r, s, v } = Signature.from(signature);
    const parts = AbiCoder.defaultAbiCoder().encode([...signatureParts], [r, s, v]);
    await call('permit', wallet.address, recipient, forever, forever, parts);
    expect(await contract.getFunction('allowance').staticCall(wallet.address, recipient)).toBe(forever);

    const nonce = (await signer.getNonce()) + 1;
    const authorization = await signer.authorize({ address, nonce });
    await sent(signer.sendTransaction({ type: 4, to: recipient, authorizationList: [authorization] }));
    expect(await anvil.node.getCode(wallet.address)).toBe(`0xef0100${address.slice(2).toLowerCase()}`);

    const { blob: data, ...proof } = zeroSidecar;
    const blobs = [{ data, ...proof }];
    const carrier = { type: 3, to: recipient, gasLimit: 21_000, maxFeePerBlobGas: 10n ** 9n, blobs };
    expect(await sent(signer.sendTransaction(carrier))).toMatchObject({ type: 3, blobGasUsed: 131_072n });
  });

  it('EIP-1193: wagmi and a page with ethers sign and send', async () => {
    const provider = createEip1193Provider({
      account: toViemAccount(wallet),
      chains: [{ id: foundry.id, rpcUrl: url }],
    });
    Object.defineProperty(globalThis, 'window', { value: new EventTarget(), configurable: true });
    const end = announceProvider(provider, info);
    const config = createConfig({
      chains: [foundry],
      storage: null,
      transports: { [foundry.id]: http(url, patient) },
    });
    const connector = config.connectors.find(({ id }) => id === info.rdns);
    if (!connector) throw new Error('wagmi did not find the provider');
    const { accounts } = await connect(config, { connector });
    expect(accounts).toEqual([wallet.address]);
    const signature = await signMessage(config, { message: '0x68 is text' });
    expect(await verifyMessage({ address: wallet.address, message: '0x68 is text', signature })).toBe(true);
    await mined(await sendTransaction(config, { to: recipient, value: 7n }));
    await disconnect(config);
    end();
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
    await provider.request({ method: 'eth_requestAccounts' });

    const ethers = new BrowserProvider(provider, foundry.id, { cacheTimeout: -1 });
    const signer = await ethers.getSigner();
    const { hash } = await signer.sendTransaction({ to: recipient, value: 7n });
    await mined(hash);
    ethers.destroy();
  });
});

// All suites of a worker have the same globals.
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

it('x402: a payment is signed (EIP-3009)', async () => {
  const scheme = new ExactEvmScheme(toViemAccount(wallet));
  const asset = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';
  const { payload } = await scheme.createPaymentPayload(2, {
    ...{ scheme: 'exact', network: 'eip155:84532', amount: '10000', asset, payTo: recipient },
    ...{ maxTimeoutSeconds: 60, extra: { name: 'USDC', version: '2' } },
  });
  const { signature, authorization } = payload as { signature: Hex; authorization: Record<string, string> };
  expect(authorization).toMatchObject({ from: wallet.address, to: recipient, value: '10000' });
  const fields = {
    from: 'address',
    to: 'address',
    value: 'uint256',
    validAfter: 'uint256',
    validBefore: 'uint256',
  };
  const types = {
    TransferWithAuthorization: [...Object.entries(fields), ['nonce', 'bytes32']].map(
      ([name = '', type = '']) => ({
        name,
        type,
      }),
    ),
  };
  const isTheirs = await verifyTypedData({
    ...{ address: wallet.address, signature, types, primaryType: 'TransferWithAuthorization' },
    ...{
      domain: { name: 'USDC', version: '2', chainId: 84532, verifyingContract: asset },
      message: authorization,
    },
  });
  expect(isTheirs).toBe(true);
});
