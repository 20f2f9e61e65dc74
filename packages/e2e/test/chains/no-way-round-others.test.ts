import { AddressLookupTableAccount, PublicKey } from '@solana/web3.js';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { bitcoinEffects } from './bitcoin-effects.js';
import { ownApplication, type OwnApplication } from './own-application.js';
import { denying, everyKindOf, everyPairOf, newTried, outcomeOf, type Tried } from './pair-table.js';
import { solanaEffects, solanaThief, transferFrom, waysToRun } from './solana-effects.js';
import { walletUser, type WalletUser } from './wallet-user.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// Tries the same effect in every way in which the service signs for Solana and Bitcoin, under every kind of rule about
// it.

let stack: SharedStack;
let application: OwnApplication;
let users: Readonly<Record<'SOL' | 'BTC', WalletUser>>;
let others: Readonly<Record<'SOL' | 'BTC', Tried>>;

beforeAll(async () => {
  stack = await sharedStack('ways on other chains');
  application = ownApplication(stack);
  const client = createExpressClient(stack.stack);
  const [SOL, BTC] = await Promise.all([walletUser(client, 'SOL'), walletUser(client, 'BTC')]);
  users = { SOL, BTC };
  const settings = { policy_evaluation_enabled: true, raw_hash_signing: 'allow' };
  await application.settle(settings);
  const [otherSOL, otherBTC] = await Promise.all([
    newTried('other ways on SOL', 'SOL', settings),
    newTried('other ways on BTC', 'BTC', settings),
  ]);
  others = { SOL: otherSOL, BTC: otherBTC };
});

describe.each([
  ['SOL', solanaEffects],
  ['BTC', bitcoinEffects],
] as const)('the policies of a %s wallet cannot be bypassed', (chain, effects) => {
  everyPairOf(chain, effects, () => [{ application, user: users[chain] }, others[chain]]);
  everyKindOf(chain, effects, [], () => ({ application }));

  it('nothing is signed in any way when only rules may allow', async () => {
    await application.settle({ default_action: 'deny' });
    for (const { ways } of effects) {
      for (const way of ways(users[chain].address))
        expect(await outcomeOf(users[chain], way)).toBe(way.always ?? 'policy.denied: default_action');
    }
    await application.settle({ default_action: 'allow' });
  });
});

describe('what a policy cannot see on Solana', () => {
  it('is denied: a recipient from a lookup table may be anybody', async () => {
    const user = users.SOL;
    const table = new AddressLookupTableAccount({
      key: new PublicKey(new Uint8Array(32).fill(90)),
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [new PublicKey(solanaThief)],
      },
    });
    const condition = {
      field_source: 'solana_system_program_instruction',
      field: 'Transfer.to',
      operator: 'eq',
    };
    const rule = { name: 'the rule', method: 'signTransaction', condition };
    const ways = waysToRun('transfer', user.address, [transferFrom(user.address)], [table]);
    for (const recipient of [solanaThief, user.address]) {
      await application.underPolicy(denying('SOL', rule, recipient), async (id) => {
        for (const way of ways)
          expect(await outcomeOf(user, way, id)).toBe(way.always ?? 'denied by the rule');
      });
    }
  });
});
