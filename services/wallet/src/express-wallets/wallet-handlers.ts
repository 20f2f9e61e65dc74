import type { Handlers, WalletDefinition } from '@wallet-service/grpc';
import { walletToWire } from '../wallets/wallet-on-the-wire.js';
import type { PregeneratedStore } from '../pregenerated/pregenerated-store.js';
import type { FoundOrMade, WalletRequest } from './get-or-create-wallet.js';
import { userOf } from '../users/user-on-the-wire.js';
import { parseChain, pregeneratedChain } from '../wallets/wallet.js';

export function walletHandlers(
  { getOrCreate }: { readonly getOrCreate: (request: WalletRequest) => Promise<FoundOrMade> },
  pregenerated: Pick<PregeneratedStore, 'isInUse'>,
): Pick<Handlers<WalletDefinition>, 'GetOrCreateWallet'> {
  return {
    async GetOrCreateWallet({ user, chain, skipClaim, pregenerates }, { deadline, traceId }) {
      const { owner, jwt, provenEmail, statedEmail } = userOf(user);
      const proof = { jwt, provenEmail, statedEmail, skipClaim };
      const request = { owner, ...proof, chain: parseChain(chain), deadline, traceId };
      const { wallet, isNew } = await getOrCreate(request);
      // The address itself is not looked up: the answer is the same for all that are not proven.
      const addressUnproven =
        isNew &&
        statedEmail === undefined &&
        wallet.chain === pregeneratedChain &&
        (pregenerates || (await pregenerated.isInUse(owner.applicationId)));
      return { ...walletToWire(wallet), addressUnproven };
    },
  };
}
