import {
  getBase64Encoder,
  getTransactionDecoder,
  lamports,
  type Address,
  type Base64EncodedWireTransaction,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type SolanaRpc = {
  readonly url: string;
  readonly svm: LiteSVM;
  readonly fund: (address: string, amount: bigint) => void;
  close(): void;
};

type Request = { readonly id: unknown; readonly method: string; readonly params: readonly string[] };

/** The two methods of Solana's JSON-RPC that a transfer needs, in front of the virtual machine of the validators. */
export async function startSolanaRpc(): Promise<SolanaRpc> {
  const svm = new LiteSVM().withSigverify(true).withBlockhashCheck(true);
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { id, ...call } = body as Request;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(svm, call) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    svm,
    fund: (address, amount) => {
      svm.airdrop(address as Address, lamports(amount));
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(svm: LiteSVM, { method, params }: Omit<Request, 'id'>): object {
  if (method === 'getLatestBlockhash') {
    const value = { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 1000 };
    return { result: { context: { slot: 1 }, value } };
  }
  if (method !== 'sendTransaction') return { error: { code: -32601, message: method } };
  const wire = getBase64Encoder().encode(params[0] as Base64EncodedWireTransaction);
  const sent = svm.sendTransaction(getTransactionDecoder().decode(wire));
  if (sent instanceof FailedTransactionMetadata)
    return { error: { code: -32002, message: String(sent.err()) } };
  return { result: 'ok' };
}
