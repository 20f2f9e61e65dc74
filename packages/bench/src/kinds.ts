import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { bitcoinScriptOf, type Chain } from '@wallet-service/addresses';
import { paymentPsbt } from '@wallet-service/chains';

/** One kind of request of the Express interface to sign. */
export type Kind = {
  readonly chain: Chain;
  readonly path: string;
  /** `address` of the wallet that signs. */
  readonly body: (address: string) => object;
};

const sign = '/v2/wallet/sign';
const somebody = '0x1111111111111111111111111111111111111111';

export const kinds = {
  message: {
    chain: 'ETH',
    path: `${sign}/message`,
    // Text, because policies read it.
    body: () => ({ message_base64: Buffer.from(randomBytes(32).toString('hex')).toString('base64') }),
  },
  transaction: {
    chain: 'ETH',
    path: `${sign}/transaction`,
    body: () => ({
      payload: {
        type: 'eip1559',
        chainId: 1,
        nonce: 0,
        to: somebody,
        value: '1000000000000000',
        gas: 21_000,
        maxFeePerGas: '30000000000',
        maxPriorityFeePerGas: '1000000000',
      },
    }),
  },
  typed_data: {
    chain: 'ETH',
    path: `${sign}/typed_data`,
    body: (address) => ({ typed_data: permitOf(address) }),
  },
  sol_transaction: {
    chain: 'SOL',
    path: `${sign}/transaction`,
    body: (address) => ({ payload: Buffer.from(solanaTransfer(address)).toString('base64') }),
  },
  psbt_5_inputs: {
    chain: 'BTC',
    path: `${sign}/transaction`,
    body: (address) => ({ payload: Buffer.from(psbtOf(address, 5)).toString('base64') }),
  },
} as const satisfies Record<string, Kind>;

/** The permit of ERC-2612, as wallets sign it most. */
function permitOf(owner: string): object {
  return {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'Token', version: '1', chainId: 1, verifyingContract: somebody },
    message: { owner, spender: somebody, value: '1000000', nonce: '0', deadline: '2000000000' },
  };
}

/** A legacy transaction with one transfer of the System Program, not signed. */
function solanaTransfer(from: string): Uint8Array {
  const [signatures, onlyReading, transfer] = [1, 1, 2];
  const [to, systemProgram, blockhash] = [randomBytes(32), Buffer.alloc(32), randomBytes(32)];
  const data = Buffer.alloc(12);
  data.writeUInt32LE(transfer);
  data.writeBigUInt64LE(1_000_000n, 4);
  const keys = [base58.decode(from), to, systemProgram];
  const header = [signatures, 0, onlyReading, keys.length];
  const instruction = [1, 2, 2, 0, 1, data.length];
  return Buffer.concat([
    Buffer.from([signatures]),
    Buffer.alloc(64),
    Buffer.from(header),
    ...keys,
    blockhash,
    Buffer.from(instruction),
    data,
  ]);
}

/** Spends outputs of the wallet, and pays nearly all of it back to it. */
function psbtOf(address: string, inputs: number): Uint8Array {
  const script = bitcoinScriptOf(address);
  if (!script) throw new Error(`${address} is no Bitcoin address`);
  const [satoshis, fee] = [100_000n, 5_000n];
  const spent = Array.from({ length: inputs }, (_, output) => ({
    txid: randomBytes(32).toString('hex'),
    output,
    script,
    amount: satoshis,
  }));
  return paymentPsbt(spent, [{ script, amount: satoshis * BigInt(inputs) - fee }]);
}
