import { randomBytes } from 'node:crypto';
import type { Chain, ExpressClient } from '@wallet-service/local-stack/express-client';
import type { JsonAnswer } from '@wallet-service/operator-cli/http-json';

/** A user of the demo application with a wallet, over HTTP. */
export type WalletUser = {
  readonly address: string;
  /** `POST /v2/wallet/sign/{operation}`, which must be answered with 200. */
  readonly sign: <Answer>(operation: string, body: object) => Promise<Answer>;
  /** The same with any answer. */
  readonly attempt: (operation: string, body: object) => Promise<JsonAnswer>;
};

export async function walletUser(client: ExpressClient, chain: Chain): Promise<WalletUser> {
  const token = await client.token(`user-${randomBytes(6).toString('hex')}`);
  const attempt: WalletUser['attempt'] = (operation, body) =>
    client.post(`/v2/wallet/sign/${operation}`, token, chain, body);
  return {
    address: await client.wallet(token, chain),
    attempt,
    sign: async <Answer>(operation: string, body: object) => {
      const { status, body: answer } = await attempt(operation, body);
      if (status !== 200) throw new Error(`sign/${operation} answered ${status}: ${JSON.stringify(answer)}`);
      return answer as Answer;
    },
  };
}

export type SignedTransaction = {
  readonly signed_transaction: string;
  readonly transaction_hash: string;
  readonly psbt?: string;
  /** SOL: the wallet's own. */
  readonly signature?: string;
  readonly signature_base58?: string;
};
