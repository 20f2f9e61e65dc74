import type { Handlers, WalletDefinition } from '@wallet-service/grpc';
import { walletToWire } from '../wallets/wallet-on-the-wire.js';
import type { WalletRequest } from './get-or-create-wallet.js';
import { userOf } from '../users/user-on-the-wire.js';
import { parseChain, type Wallet } from '../wallets/wallet.js';

export function walletHandlers({
  getOrCreate,
}: {
  readonly getOrCreate: (request: WalletRequest) => Promise<Wallet>;
}): Pick<Handlers<WalletDefinition>, 'GetOrCreateWallet'> {
  return {
    async GetOrCreateWallet({ user, chain }, { deadline, traceId }) {
      const { owner, jwt, provenEmail } = userOf(user);
      const request = { owner, jwt, provenEmail, chain: parseChain(chain), deadline, traceId };
      return walletToWire(await getOrCreate(request));
    },
  };
}
