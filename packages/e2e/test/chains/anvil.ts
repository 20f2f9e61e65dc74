import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { JsonRpcProvider, type TransactionReceipt } from 'ethers';
import { until } from '@wallet-service/test-kit/until';

export type Anvil = {
  readonly node: JsonRpcProvider;
  /** Sets the balance of the address, in wei. */
  readonly fund: (address: string, wei: bigint) => Promise<void>;
  /**
   * The receipt of a transaction that the node has. Does not use the library's own wait, which begins to watch for
   * blocks after it has looked, and misses a block in between.
   */
  readonly receiptOf: (hash: string) => Promise<TransactionReceipt>;
  readonly stop: () => Promise<void>;
};

// The shell ends the node when its own standard input ends, so also when this process is gone.
const shell = '"$@" & cat >/dev/null; kill $!; wait';
const options = ['--host', '127.0.0.1', '--port', '0', '--hardfork', 'prague', '--chain-id'];

/** An Ethereum node (https://getfoundry.sh/anvil) on a free port. It mines a block for every transaction. */
export async function startAnvil(chainId = 31337): Promise<Anvil> {
  const child = spawn('sh', ['-c', shell, 'sh', binary(), ...options, String(chainId)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      resolve();
    }),
  );
  const node = new JsonRpcProvider(await urlOf(child.stdout), chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
    pollingInterval: 50,
  });
  return {
    node,
    fund: async (address, wei) => {
      await node.send('anvil_setBalance', [address, `0x${wei.toString(16)}`]);
    },
    receiptOf: (hash) => until(`the receipt of ${hash}`, () => node.getTransactionReceipt(hash)),
    stop: async () => {
      node.destroy();
      child.stdin.end();
      await ended;
    },
  };
}

/** The command is a script that would sit between us and the node. */
function binary(): string {
  const require = createRequire(import.meta.url);
  const itsRequire = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
  return itsRequire.resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
}

function urlOf(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Listening on (\S+)/.exec(output)?.[1];
      if (address) resolve(`http://${address}`);
    });
    stdout.once('end', () => {
      reject(new Error(`anvil ended: ${output}`));
    });
  });
}
