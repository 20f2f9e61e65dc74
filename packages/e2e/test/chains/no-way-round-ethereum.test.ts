import { hashAuthorization, Transaction } from 'ethers';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { ethereumEffects, thief } from './ethereum-effects.js';
import { bareHash, waysToSend } from './ethereum-ways.js';
import { ownApplication, type OwnApplication } from './own-application.js';
import {
  denying,
  everyKindOf,
  everyPairOf,
  newTried,
  outcomeOf,
  type Tried,
  type Way,
} from './pair-table.js';
import { permit } from './permit.js';
import { walletUser, type WalletUser } from './wallet-user.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// Tries the same effect in every way in which the service signs for Ethereum, under every kind of rule about it.

let stack: SharedStack;
let application: OwnApplication;
let user: WalletUser;
let other: Tried;

beforeAll(async () => {
  stack = await sharedStack('ways on Ethereum');
  application = ownApplication(stack);
  user = await walletUser(createExpressClient(stack.stack), 'ETH');
  await application.settle({ policy_evaluation_enabled: true });
  other = await newTried('other ways on Ethereum', 'ETH');
});

const rule = (method: string, field_source: string, field: string, operator: string, value: unknown) =>
  denying('ETH', { name: 'the rule', method, condition: { field_source, field, operator } }, value);
const anyTime = (method: string) => rule(method, 'system', 'current_unix_timestamp', 'gt', 1);
const send = { chainId: 31337, to: thief, value: 1000, gasLimit: 21_000, gasPrice: 0, type: 0 };
const sending = waysToSend('send', { ...send, nonce: 0 });
const hash = bareHash(hashAuthorization({ chainId: 31337, address: thief, nonce: 0 }));
const outcome = (way: Pick<Way, 'operation' | 'body'>, policyId?: string) => outcomeOf(user, way, policyId);

describe('the policies of an Ethereum wallet cannot be bypassed', () => {
  everyPairOf('ETH', ethereumEffects, () => [{ application, user }, other]);
  // A bare hash says nothing about its content. The tests below are about `eth_sign`.
  everyKindOf('ETH', ethereumEffects, ['eth_sign'], () => ({ application }));

  it.each([1, 31337])(
    'a transaction that is valid on every chain falls under a rule about chain %d, in every way',
    async (chain) => {
      const ways = waysToSend('send', { ...send, nonce: 0, chainId: undefined });
      const policy = rule('eth_signTransaction', 'ethereum_transaction', 'chain_id', 'eq', chain);
      await application.underPolicy(policy, async (id) => {
        for (const way of ways) expect(await outcome(way, id)).toBe(way.always ?? 'denied by the rule');
      });
    },
  );

  it("an authorization for every chain needs the application's consent, with evaluation on or off", async () => {
    const everywhere = { operation: 'eip7702', body: { chain_id: 0, address: thief, nonce: 0 } };
    for (const policy_evaluation_enabled of [false, true]) {
      await application.settle({ policy_evaluation_enabled });
      expect(await outcome(everywhere)).toBe('policy.denied: eip7702_any_chain');
    }
    await application.settle({ eip7702_any_chain: 'allow' });
    expect(await outcome(everywhere)).toBe('signed');
    for (const [field, value] of [
      ['chain_id', 1],
      ['contract', thief],
    ] as const) {
      const policy = rule('eth_sign7702Authorization', 'ethereum_7702_authorization', field, 'eq', value);
      await application.underPolicy(policy, async (id) => {
        expect(await outcome(everywhere, id)).toBe('denied by the rule');
      });
    }
    await application.settle({ eip7702_any_chain: 'refuse' });
  });

  it('under policies an account is delegated only to the contract that one of them allows, and back', async () => {
    const to = (address: string) =>
      outcome({ operation: 'eip7702', body: { chain_id: 1, address, nonce: 0 } });
    const condition = { field_source: 'ethereum_7702_authorization', field: 'contract', operator: 'eq' };
    const rule = { name: 'ours', method: 'eth_sign7702Authorization', action: 'ALLOW' };
    const ours = `0x${'77'.repeat(20)}`;
    const policy = {
      ...{ name: 'delegation', chain: 'ETH', scope: 'GLOBAL' },
      rules: [{ ...rule, conditions: [{ ...condition, value: ours }] }],
    };
    await application.underPolicy(policy, async () => {
      expect(await to(ours)).toBe('signed');
      expect(await to(thief)).toBe('policy.denied: eip7702');
      expect(await to(`0x${'00'.repeat(20)}`)).toBe('signed');
    });
    expect(await to(thief)).toBe('signed');
  });

  it('a spending limit counts what signatures permit', async () => {
    const token = permit.domain.verifyingContract;
    const condition = { field_source: 'spending_window', field: 'token_amount', operator: 'gt', token };
    const limit = {
      name: 'the limit',
      method: 'eth_signTransaction',
      condition: { ...condition, window_seconds: 3600 },
    };
    const permitting = (value: number, nonce: number) => {
      const typed_data = { ...permit, message: { ...permit.message, value, nonce } };
      return { operation: 'typed_data', body: { typed_data } };
    };
    const other = await walletUser(createExpressClient(stack.stack), 'ETH');
    await application.underPolicy(denying('ETH', limit, 10), async (id) => {
      expect(await outcomeOf(other, permitting(6, 0), id)).toBe('signed');
      expect(await outcomeOf(other, permitting(6, 0), id)).toBe('signed');
      expect(await outcomeOf(other, permitting(6, 1), id)).toBe('denied by the limit');
      expect(await outcomeOf(other, { operation: 'typed_data', body: { typed_data: permit } }, id)).toBe(
        'denied by the limit',
      );
    });
  });

  it('typed data of the first version falls under the rules of all versions', async () => {
    const typed_data = [{ type: 'address', name: 'spender', value: thief }];
    const way = { operation: 'typed_data', body: { typed_data, version: 'v1' } };
    const policy = (value: string) =>
      rule('eth_signTypedData_v4', 'typed_data', 'typed_data_message_spender', 'eq', value);
    await application.underPolicy(policy(thief), async (id) => {
      expect(await outcome(way, id)).toBe('denied by the rule');
    });
    await application.underPolicy(policy(`0x${'66'.repeat(20)}`), async (id) => {
      expect(await outcome(way, id)).toBe('signed');
    });
  });

  it('signs ambiguous typed data as before, but not under a rule that looks at its message', async () => {
    const typed_data = [
      { type: 'string', name: 'Message', value: 'Hi, Alice!' },
      { type: 'uint32', name: 'A number', value: '1337' },
    ];
    const way = { operation: 'typed_data', body: { typed_data, version: 'v1' } };
    expect(await outcome(way)).toBe('signed');
    await application.underPolicy(anyTime('eth_signTransaction'), async () => {
      expect(await outcome(way)).toBe('signed');
    });
    for (const method of ['eth_signTypedData_v1', 'eth_signTypedData_v4'])
      await application.underPolicy(
        rule(method, 'typed_data', 'typed_data_message_spender', 'eq', `0x${'66'.repeat(20)}`),
        async (id) => {
          expect(await outcome(way, id)).toBe('denied by the rule');
        },
      );
  });

  it('signs a bare hash only without policies for the chain, or if a setting and all rules allow it', async () => {
    expect(await outcome(hash)).toBe('signed');
    await application.underPolicy({ ...anyTime('signMessage'), chain: 'SOL' }, async () => {
      expect(await outcome(hash)).toBe('signed');
    });
    await application.underPolicy(anyTime('eth_signTransaction'), async () => {
      expect(await outcome(hash)).toBe('policy.raw-hash-refused');
    });
    await application.settle({ raw_hash_signing: 'allow' });
    await application.underPolicy(anyTime('eth_signTransaction'), async (id) => {
      expect(await outcome(hash, id)).toBe('signed');
      // A hash that comes with its content is decided by its content all the same.
      for (const way of sending)
        expect(await outcome(way, id)).toBe(way.always ? 'signed' : 'denied by the rule');
    });
    await application.underPolicy(anyTime('eth_sign'), async (id) => {
      expect(await outcome(hash, id)).toBe('denied by the rule');
    });
    await application.settle({ raw_hash_signing: 'refuse' });
  });

  it('a hash with other content is not signed', async () => {
    const harmless = { ...send, nonce: 0, to: user.address };
    const raw_data_hash = Transaction.from({ ...send, nonce: 0 }).unsignedHash;
    const way = { operation: 'data', body: { raw_data_hash, payload: harmless } };
    expect(await outcome(way)).toBe('request.invalid');
  });

  it('a spending limit counts what is sent in any way', async () => {
    const condition = { field_source: 'spending_window', field: 'native_amount', operator: 'gt' };
    const spending = { name: 'the limit', method: 'eth_signTransaction' };
    const window = { ...condition, window_seconds: 3600 };
    const other = await walletUser(createExpressClient(stack.stack), 'ETH');
    await application.underPolicy(denying('ETH', { ...spending, condition: window }, 2500), async (id) => {
      const outcomes: string[] = [];
      for (const nonce of [0, 1, 2, 3]) {
        const way = waysToSend('send', { ...send, nonce })[nonce];
        outcomes.push(way ? await outcomeOf(other, way, id) : 'no way');
      }
      expect(outcomes).toEqual(['signed', 'signed', 'denied by the limit', 'denied by the limit']);
    });
  });

  it('nothing is signed in any way when only rules may allow', async () => {
    await application.settle({ default_action: 'deny' });
    for (const { ways } of ethereumEffects) {
      const outcomes = await Promise.all(ways(user.address).map((way) => outcome(way)));
      expect(new Set(outcomes)).toEqual(new Set(['policy.denied: default_action']));
    }
    await application.settle({ default_action: 'allow' });
  });
});
