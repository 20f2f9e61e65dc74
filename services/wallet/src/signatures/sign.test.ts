import { randomUUID } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import type { Verdict } from '@wallet-service/signer-protocol';
import { SignerGone } from '../signer/signer-gone.js';
import {
  message,
  proofs,
  receipt,
  request,
  sha256,
  verdictOf,
  wallet,
  world,
} from '../../test/signing-world.js';
import { sign } from './sign.js';
import type { SignDeps } from './signing-request.js';

const nothing = { signatures: [], receipt: undefined };

const failing = (code: ConstructorParameters<typeof AppError>[0]) => () =>
  Promise.reject(new AppError(code, 'on purpose'));

describe('sign', () => {
  it('passes on the signer’s receipt to a caller that asked for one', async () => {
    expect((await sign(world().deps, { ...request, wantsReceipt: true })).receipt).toBe(receipt);
    expect((await sign(world().deps, request)).receipt).toBeUndefined();
  });

  it('journals the intent and the result of what it signs', async () => {
    const { deps, journal, events, released } = world();
    const { result, requestId } = await sign(deps, request);
    expect(result).toMatchObject({ kind: 'message', signature: { signature: `0x${'07'.repeat(64)}` } });
    expect(journal.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['intent', ''],
      ['result', 'signed'],
    ]);
    expect(new Set(journal.map((entry) => entry.requestId))).toEqual(new Set([requestId]));
    expect(journal[1]).toMatchObject({
      walletId: wallet.id,
      operation: 'message',
      payloadHashes: sha256(message),
      jwtHash: sha256(request.jwt),
      decision: '{"action":"allow"}',
      traceId: 'trace',
    });
    expect(events).toEqual([{ event: 'signed', chain: 'SOL', operation: 'message' }]);
    expect(released).toEqual([]);
  });

  it.each<[string, Partial<SignDeps>, string, string]>([
    ['the policies deny', { evaluate: failing('policy.denied') }, 'policy.denied', 'denied'],
    [
      'the policy service is down',
      { evaluate: failing('service.unavailable') },
      'service.unavailable',
      'failed',
    ],
    ['the signer refuses', { signWithKey: failing('auth.token-expired') }, 'auth.token-expired', 'failed'],
    ['the signer gives no signature', { signWithKey: () => Promise.resolve(nothing) }, 'internal', 'failed'],
  ])('journals the failure and signs nothing when %s', async (_, changes, code, outcome) => {
    const { deps, journal, events } = world(changes);
    await expect(sign(deps, request)).rejects.toMatchObject({ code });
    expect(journal.at(-1)).toMatchObject({ kind: 'result', outcome, errorCode: code });
    expect(events.at(-1)).toMatchObject({ event: outcome });
  });

  it('does not ask the signer when the intent cannot be journaled', async () => {
    const { deps, signatures, released } = world({ journal: failing('service.unavailable') });
    await expect(sign(deps, request)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(signatures()).toBe(0);
    expect(released).toEqual(['reserved']);
  });

  it('releases no signature whose result cannot be journaled', async () => {
    let entries = 0;
    const { deps, signatures, events } = world({
      journal: () =>
        ++entries === 1 ? Promise.resolve() : Promise.reject(new AppError('service.unavailable', 'full')),
    });
    await expect(sign(deps, request)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(signatures()).toBe(1);
    expect(events.map(({ event }) => event)).toEqual(['failed', 'result-not-journaled']);
  });

  it.each<[string, Partial<Verdict>]>([
    ['another application', { applicationId: randomUUID() }],
    ['another wallet', { walletId: randomUUID() }],
    ['another chain', { chain: 'ETH' }],
    ['another network', { network: 'SOL_TESTNET' }],
    ['another key', { publicKey: new Uint8Array(32).fill(1) }],
    ['another issuer', { issuer: 'https://other.example' }],
    ['another user', { subject: 'bob' }],
    ['another operation', { operation: 'transaction' }],
    ['other bytes', { payloadHashes: [sha256('other')] }],
    ['more bytes', { payloadHashes: [sha256(message), sha256(message)] }],
    ['another token', { jwtHash: sha256('other') }],
    ['another record version', { recordVersion: 2 }],
  ])('refuses to pass on a verdict for %s', async (_, changes) => {
    const decision = {
      ...verdictOf(changes),
      ...proofs,
      record: '',
      reservationId: 'reserved',
      denialDetail: 'brief',
    };
    const { deps, signatures, released } = world({ evaluate: () => Promise.resolve(decision) });
    await expect(sign(deps, request)).rejects.toMatchObject({ code: 'internal' });
    expect(signatures()).toBe(0);
    expect(released).toEqual(['reserved']);
  });

  it('asks another signer, with a new verdict, when the one that the verdict names is gone', async () => {
    const asked: string[] = [];
    let evaluations = 0;
    const { deps, journal, released, events } = world({
      evaluate: () =>
        Promise.resolve({
          ...verdictOf(),
          ...proofs,
          record: `{"n":${++evaluations}}`,
          reservationId: `reserved ${evaluations}`,
          denialDetail: '',
          signer: `signer ${evaluations}`,
        }),
      signWithKey: ({ decision }) => {
        asked.push(decision.signer ?? '');
        if (asked.length < 3) return Promise.reject(new SignerGone(undefined));
        return Promise.reject(new AppError('auth.token-expired', 'on purpose'));
      },
    });
    await expect(sign(deps, request)).rejects.toMatchObject({ code: 'auth.token-expired' });
    expect(asked).toEqual(['signer 1', 'signer 2', 'signer 3']);
    // A signer may be gone only for a moment, so each is asked for a void verdict.
    expect(released).toEqual(['reserved 1', 'reserved 2', 'reserved 3']);
    expect(journal.at(-1)).toMatchObject({ decision: '{"n":3}' });
    expect(events).toEqual([{ event: 'failed', chain: 'SOL', operation: 'message' }]);
  });

  it.each([
    ['service.unavailable', false],
    ['service.deadline-exceeded', true],
  ])('asks for no other verdict while the next signer is not known: %s', async (code, wasAsked) => {
    let evaluations = 0;
    const { deps, released } = world({
      evaluate: () =>
        Promise.resolve({
          ...{ ...verdictOf(), ...proofs, record: '{}', denialDetail: '' },
          ...{ reservationId: `reserved ${++evaluations}`, signer: 'signer' },
        }),
      signWithKey: () => Promise.reject(new SignerGone(undefined, wasAsked)),
      untilSignerKnown: () => Promise.reject(new SignerGone(undefined)),
    });
    await expect(sign(deps, request)).rejects.toMatchObject({ code });
    expect([evaluations, released]).toEqual([1, ['reserved 1']]);
  });

  it('waits for a signer, and asks for another verdict, when it knew no signer that could take the first', async () => {
    const macs = [new Uint8Array(0), proofs.mac];
    const { deps, signatures, journal } = world({
      evaluate: () =>
        Promise.resolve({
          ...{ ...verdictOf(), ...proofs, mac: macs.shift() ?? proofs.mac, denialDetail: '' },
          ...{ record: `{"left":${macs.length}}`, reservationId: '' },
        }),
    });
    await sign(deps, request);
    expect([macs, signatures()]).toEqual([[], 1]);
    expect(journal.at(-1)).toMatchObject({ outcome: 'signed', decision: '{"left":0}' });
  });

  it('reports it when a reservation stays because no signer confirms that the verdict is void', async () => {
    const { deps, events } = world({
      signWithKey: failing('auth.token-expired'),
      releaseReservation: failing('service.unavailable'),
    });
    await expect(sign(deps, request)).rejects.toMatchObject({ code: 'auth.token-expired' });
    expect(events.map(({ event }) => event)).toEqual(['failed', 'reservation-stands']);
  });

  it('journals the decision record of a denial', async () => {
    const denial = new AppError('policy.denied', 'denied', { details: { decision: { outcome: 'deny' } } });
    const { deps, journal } = world({ evaluate: () => Promise.reject(denial) });
    // Express users get only the decision's id. The holder of the secret key gets the rest.
    await expect(sign(deps, request)).rejects.toMatchObject({ code: 'policy.denied', details: {} });
    expect(journal.at(-1)).toMatchObject({ outcome: 'denied', decision: '{"outcome":"deny"}' });
  });

  it('does not pass on bytes that are not a verdict', async () => {
    const decision = {
      verdict: new Uint8Array(8),
      permission: undefined,
      ...proofs,
      record: '',
      reservationId: '',
      denialDetail: 'brief',
    };
    const { deps, signatures } = world({ evaluate: () => Promise.resolve(decision) });
    await expect(sign(deps, request)).rejects.toMatchObject({ code: 'internal' });
    expect(signatures()).toBe(0);
  });

  it("refuses a user without a wallet, and another wallet's address, before anything is journaled", async () => {
    const missing = world({ findExpressWallet: () => Promise.resolve(undefined) });
    await expect(sign(missing.deps, request)).rejects.toMatchObject({ code: 'wallet.not-found' });
    const other = world({ findExpressWallet: () => Promise.resolve({ ...wallet, chain: 'ETH' }) });
    const choice = { interface: 'express', chain: 'ETH' } as const;
    const fees = { gas: 21_000, maxFeePerGas: 1, maxPriorityFeePerGas: 1 };
    const payload = { from: `0x${'11'.repeat(20)}`, chainId: 1, nonce: 0, ...fees };
    const requested = { kind: 'transaction', payload } as const;
    await expect(sign(other.deps, { ...request, choice, requested })).rejects.toMatchObject({
      code: 'request.invalid',
      fields: [{ path: '/payload/from' }],
    });
    expect([...missing.journal, ...other.journal]).toEqual([]);
  });
});
