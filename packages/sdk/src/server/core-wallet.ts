import type { Call, Prepare, Sent } from '../core/call.js';
import { clientError } from '../core/error.js';
import { walletOf, type Signing } from '../core/wallet-of.js';
import { coreSignData, coreSignMessage, coreSignTransaction } from '../generated/operations.js';
import type { Wallet } from '../generated/schemas.js';
import { tokenFor, type UserToken } from '../core/token.js';
import type { Chain, SignOptions, Wallets } from '../wallets.js';

export type CoreWalletCredentials = {
  /** `uuid` of the wallet. */
  readonly id: string;
  /** As text, or asked for at each signature. A wallet whose `access_key_required` is false has none. */
  readonly accessKey?: string | (() => string | Promise<string>);
  /**
   * The token of the wallet's user, which may be valid for at most 300 s. A function is asked at each signature, and
   * once more with `refresh` if the service says that the token has expired.
   */
  readonly operationToken: UserToken;
};

/** The wallet, which signs with these credentials. */
export function coreWallet<C extends Chain>(
  call: Call,
  headers: NonNullable<Sent['headers']>,
  chain: C,
  wallet: Wallet,
  { id, accessKey, operationToken }: CoreWalletCredentials,
): Wallets[C] {
  if (chainOf(wallet) !== chain)
    throw clientError('client.request-invalid', `the wallet is for ${wallet.network}, which is not ${chain}`);

  const as = (body: object, { receipt = false }: SignOptions = {}): Prepare => {
    return async (renewal) => {
      const token = await tokenFor(operationToken, undefined, renewal);
      if (token === undefined) return undefined;
      const key = typeof accessKey === 'function' ? await accessKey() : accessKey;
      return {
        headers: { ...headers, ...(receipt && { prefer: 'receipt' }) },
        body: { op_jwt: token, wallet_id: id, ...(key !== undefined && { access_key: key }), ...body },
      };
    };
  };
  const data = async (body: object, given?: SignOptions) =>
    (await call(coreSignData, as(body, given), given)).data;
  const signing: Signing = {
    message: async (body, given) => (await call(coreSignMessage, as(body, given), given)).data,
    transaction: async (payload, given) =>
      (await call(coreSignTransaction, as({ payload }, given), given)).data,
    typedData: (typedData, hash, given) => data({ raw_data_hash: hash, typed_data: typedData }, given),
    hash: (hash, given) => data({ raw_data_hash: hash }, given),
    authorization: () => {
      const message = 'wallets of the Core interface sign no EIP-7702 authorizations: Express wallets do';
      return Promise.reject(clientError('client.unsupported', message));
    },
  };
  return walletOf(chain, wallet, signing);
}

function chainOf({ key_type: keyType, network }: Wallet): Chain {
  if (keyType === 'ed25519') return 'SOL';
  return /^(BTC_|bip122:)/.test(network) ? 'BTC' : 'ETH';
}
