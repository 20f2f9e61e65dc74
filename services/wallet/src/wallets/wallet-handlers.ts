import type { Handlers, WalletDefinition } from '@wallet-service/grpc';
import type { WalletRequest } from './get-or-create-wallet.js';
import { userOf } from './user-on-the-wire.js';
import { parseChain, type Wallet } from './wallet.js';

export function walletHandlers({
  getOrCreate,
}: {
  readonly getOrCreate: (request: WalletRequest) => Promise<Wallet>;
}): Pick<Handlers<WalletDefinition>, 'GetOrCreateWallet'> {
  return {
    async GetOrCreateWallet({ user, chain }, { deadline, traceId }) {
      const { owner, jwt } = userOf(user);
      const wallet = await getOrCreate({ owner, jwt, chain: parseChain(chain), deadline, traceId });
      const { id, network, address, publicKey, timeCreated } = wallet;
      return { id, chain: wallet.chain, network, address, publicKey, timeCreated };
    },
  };
}
