import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { route, type Route } from '../route.js';
import { noBody } from './field.js';
import { exampleAddressAndKey, publicKeyField, publicKeyText } from './public-key.js';
import { userOf } from './user.js';

/** `POST /v2/wallet`: returns the user's wallet of the chain and creates it if there is none. */
export function walletRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/wallet',
      authentication: 'user',
      rateClass: 'wallet',
      errors: 'problem',
      status: 200,
      body: noBody,
      answer: Type.Object(
        { public_address: Type.String(), public_key: publicKeyField },
        { title: 'WalletAddress' },
      ),
      documentation: {
        operationId: 'getOrCreateWallet',
        tag: 'Express wallets',
        summary: 'Get or create the user’s wallet of a chain',
        description: 'The same user and chain always get the same address.',
        refusals: [
          'provider.not-trusted-yet',
          'trust.witnesses-unavailable',
          'signer.refused',
          'wallet.email-unverified',
        ],
        answer: exampleAddressAndKey,
      },
      async handle({ caller, context }) {
        const request = { user: userOf(caller), chain: caller.chain };
        const { address, publicKey } = await wallet('GetOrCreateWallet', request, context);
        return { public_address: address, public_key: publicKeyText(publicKey) };
      },
    }),
  ];
}
