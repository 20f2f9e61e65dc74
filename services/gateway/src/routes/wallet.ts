import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { route, type Route } from '../route.js';
import { skipsClaim } from '../http/claim-header.js';
import { noBody } from './field.js';
import { exampleAddressAndKey, publicKeyField, publicKeyText } from './public-key.js';
import { userOf } from './user.js';
import { warnings, withWarnings, type Warning } from './warning.js';

const addressUnproven: Warning = {
  code: 'wallet.address-unverified',
  field: 'header Authorization',
  remedy:
    'A wallet that was pre-generated for this user is not claimed, and this new one is theirs for good: let users ' +
    'sign in with a token that has email, and email_verified true, of a provider in email_provider_ids.',
};

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
        { public_address: Type.String(), public_key: publicKeyField, warnings },
        { title: 'WalletAddress' },
      ),
      documentation: {
        operationId: 'getOrCreateWallet',
        tag: 'Express wallets',
        summary: 'Get or create the user’s wallet of a chain',
        description:
          'The same user and chain always get the same address. A first ETH wallet is the one that was ' +
          'pre-generated for the e-mail address that the token proves. If it waits, but the provider is not in ' +
          '`email_provider_ids`, the answer is 409 `wallet.claim-possible`. If the token proves no address and ' +
          'the application pre-generates wallets, the new wallet comes with a warning.',
        headers: ['X-Claim'],
        refusals: [
          'provider.not-trusted-yet',
          'trust.witnesses-unavailable',
          'signer.refused',
          'wallet.claim-possible',
        ],
        answer: exampleAddressAndKey,
      },
      async handle({ caller, headers, context }) {
        const { chain, claimPossible, pregenerates } = caller;
        const skipClaim = skipsClaim(headers) || claimPossible === 'skip';
        const request = { user: userOf(caller), chain, skipClaim, pregenerates };
        const {
          address,
          publicKey,
          addressUnproven: isUnproven,
        } = await wallet('GetOrCreateWallet', request, context);
        return {
          public_address: address,
          public_key: publicKeyText(publicKey),
          ...withWarnings(isUnproven ? [addressUnproven] : []),
        };
      },
    }),
  ];
}
