import type { Handlers, WalletDefinition } from '@wallet-service/grpc';
import { operationFromWire } from '../clients/operation-on-the-wire.js';
import { userOf } from '../wallets/user-on-the-wire.js';
import { parseChain } from '../wallets/wallet.js';
import type { SigningAnswer, SigningRequest } from './sign.js';

export function signatureHandlers({
  sign,
}: {
  readonly sign: (request: SigningRequest) => Promise<SigningAnswer>;
}): Pick<Handlers<WalletDefinition>, 'Sign'> {
  return {
    async Sign({ user, chain, operation, expectedAddress, signatureOnly }, { deadline, traceId }) {
      const { requestId, result } = await sign({
        ...userOf(user),
        chain: parseChain(chain),
        operation: operationFromWire(operation),
        expectedAddress,
        signatureOnly,
        // Whatever is not plainly the lax mode is the strict one.
        jwtMode: user?.opJwtMode === 'observe' ? 'observe' : 'single_payload',
        deadline,
        traceId,
      });
      return { requestId, resultJson: JSON.stringify(result) };
    },
  };
}
