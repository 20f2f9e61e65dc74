import { proofs, request, verdictOf, wallet } from '../../test/signing-world.js';
import { createPolicyClient } from './policy-client.js';

const evaluation = {
  wallet,
  owner: request.owner,
  operation: { kind: 'raw_hash', hash: new Uint8Array(32) },
  jwtHash: Buffer.alloc(32),
  claims: '',
  signer: '',
  exchangeKey: undefined,
} as const;

function decided(verdict: Uint8Array) {
  const answer = { ...proofs, verdict, decisionJson: '', reservationId: '', denialDetail: 'brief' };
  const client = createPolicyClient({ call: () => Promise.resolve(answer as never) } as never, Date.now);
  return client.evaluate(evaluation, { deadline: Date.now() + 1_000, traceId: '' });
}

it('reads a verdict, and the only signer that may use it', async () => {
  const reservation = { id: 'reserved', signer: new Uint8Array(32).fill(7) };
  const { verdict, permission } = verdictOf({ reservation });
  expect(await decided(verdict)).toMatchObject({
    verdict,
    permission,
    signer: Buffer.from(reservation.signer).toString('base64'),
  });
});

it('reads nothing from bytes that are not a verdict', async () => {
  expect((await decided(new Uint8Array(8))).permission).toBeUndefined();
});
