import { setTimeout } from 'node:timers/promises';
import { AbiCoder, concat, getBytes, SigningKey, Wallet, type Interface } from 'ethers';
import type { SigningWallet } from '@wallet-service/chains';
import { startAnvil, type Anvil } from './anvil.js';
import { compileContracts } from './contracts/compile.js';

const ether = 10n ** 18n;
const key = (digit: string) => new Wallet(`0x${digit.repeat(64)}`);
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/** The accounts and contracts. The account obeys the key of `me`, so what it has counts as the wallet's. */
export type World = {
  readonly anvil: Anvil;
  readonly me: Wallet;
  readonly thief: Wallet;
  readonly wallet: SigningWallet;
  /** Contracts by name: coin, weth, proxied, sloppy, nft, multi, forwarder, permit2, account, open, taker. */
  readonly at: (name: string) => { readonly address: string; readonly abi: Interface };
  /** The recipients that a call may name. */
  readonly everybody: readonly string[];
  /** What others have or may take of an asset, less what they had at the beginning. */
  readonly given: (asset: string) => Promise<bigint>;
  /** Sends it with this method of the node, and waits for it. */
  readonly mined: (method: string, content: unknown) => Promise<Receipt>;
  /** A transaction by anybody except `me`, without fees. */
  readonly sendAs: (from: string, to: string | undefined, data: string, value?: bigint) => Promise<Receipt>;
};

export const assets: readonly string[] = ['native', 'coin', 'weth', 'proxied', 'sloppy', 'nft', 'multi'];

export async function makeWorld(): Promise<World> {
  const compiled = compileContracts();
  const anvil = await startAnvil();
  const [me, thief, friend] = [key('1'), key('2'), `0x${'77'.repeat(20)}`];
  const contracts = new Map<string, { address: string; abi: Interface }>();
  const at = (name: string) => {
    const contract = contracts.get(name);
    if (!contract) throw new Error(`no contract ${name}`);
    return contract;
  };
  const mined: World['mined'] = async (method, content) => {
    const hash = (await anvil.node.send(method, [content])) as string;
    for (let tries = 0; tries < 2000; tries += 1) {
      const receipt = (await anvil.node.send('eth_getTransactionReceipt', [hash])) as Receipt | null;
      if (receipt) return receipt;
      await setTimeout(2);
    }
    throw new Error(`${hash} is not mined`);
  };
  const send = (transaction: object) => mined('eth_sendTransaction', { gas: '0x7a1200', ...transaction });
  const deploy = async (name: string, contract: string, values: readonly unknown[] = [], value = 0n) => {
    const { abi, creation } = compiled(contract);
    const data = concat([creation, abi.encodeDeploy(values)]);
    const receipt = await send({ from: thief.address, data, value: `0x${value.toString(16)}` });
    contracts.set(name, { address: receipt.contractAddress ?? '', abi });
  };
  await anvil.node.send('anvil_autoImpersonateAccount', [true]);
  for (const { address } of [me, thief]) await anvil.fund(address, 100n * ether);
  for (const [name, contract] of [
    ['coin', 'Coin'],
    ['weth', 'Wrapped'],
    ['sloppy', 'Sloppy'],
    ['nft', 'Nft'],
    ['multi', 'Multi'],
    ['forwarder', 'Forwarder'],
    ['open', 'Open'],
    ['taker', 'Taker'],
  ] as const)
    await deploy(name, contract);
  await deploy('account', 'Account', [me.address], ether);
  await deploy('proxied', 'Proxy', [at('coin').address]);
  contracts.set('proxied', { address: at('proxied').address, abi: at('coin').abi });
  await anvil.node.send('anvil_setCode', [permit2, compiled('Permit2').code]);
  contracts.set('permit2', { address: permit2, abi: compiled('Permit2').abi });
  const sendAs: World['sendAs'] = async (from, to, data, value = 0n) => {
    const whole = { from, data, value: `0x${value.toString(16)}`, ...(to !== undefined && { to }) };
    return send(whole);
  };
  const start = async (by: string, name: string, method: string, ...values: readonly unknown[]) => {
    const { address, abi } = at(name);
    const { status } = await sendAs(by, address, abi.encodeFunctionData(method, values));
    if (status !== '0x1') throw new Error(`${name}.${method}`);
  };
  const [account, forwarder] = [at('account').address, at('forwarder').address];
  for (const holder of [me.address, account]) {
    for (const name of ['coin', 'weth', 'proxied'])
      await start(thief.address, name, 'start', holder, 100, forwarder);
    await start(thief.address, 'sloppy', 'start', holder, 100);
    await start(thief.address, 'multi', 'start', holder, 2);
  }
  await start(thief.address, 'nft', 'start', me.address, 3);
  for (const name of ['coin', 'weth']) await start(me.address, name, 'approve', permit2, 2n ** 256n - 1n);
  await start(me.address, 'coin', 'approve', at('taker').address, 50);
  await anvil.fund(me.address, 100n * ether);
  const everybody = [
    me.address,
    thief.address,
    friend,
    ...[...contracts.values()].map(({ address }) => address),
  ];
  const ours = [me.address, account];
  await deploy('lens', 'Lens', [ours, everybody.filter((each) => !ours.includes(each))]);
  const publicKey = getBytes(SigningKey.computePublicKey(me.privateKey, true));
  return {
    ...{ anvil, me, thief, at, mined, sendAs, everybody },
    wallet: { chain: 'ETH', network: 'EVM', publicKey, address: me.address },
    given: givenBy(anvil, at),
  };
}

const counts = { nft: 3, multi: 2 } as const;

function givenBy(anvil: Anvil, at: World['at']): World['given'] {
  const { address: to, abi } = at('lens');
  const question = (asset: string): string => {
    if (asset === 'native') return abi.encodeFunctionData('native');
    const { address } = at(asset);
    if (asset === 'nft' || asset === 'multi') return abi.encodeFunctionData(asset, [address, counts[asset]]);
    return abi.encodeFunctionData('coin', [address, permit2]);
  };
  const questions = new Map(assets.map((asset) => [asset, question(asset)]));
  return async (asset) =>
    BigInt((await anvil.node.send('eth_call', [{ to, data: questions.get(asset) }, 'latest'])) as string);
}

export type Receipt = {
  readonly transactionHash: string;
  readonly contractAddress: string | null;
  readonly status: string;
  readonly from: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly blobGasUsed?: string;
  readonly blobGasPrice?: string;
};

/** As the contracts here accept a signature. */
export function packed({ r, s, v }: { readonly r: string; readonly s: string; readonly v: number }): string {
  return AbiCoder.defaultAbiCoder().encode(['bytes32', 'bytes32', 'uint8'], [r, s, v]);
}
