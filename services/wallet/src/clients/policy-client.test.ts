import type { Client, PolicyDefinition } from '@wallet-service/grpc';
import { createPolicyClient } from './policy-client.js';

it('gives a reservation back although the time of the request is up', async () => {
  const calls: unknown[][] = [];
  const client = {
    call: (...call: unknown[]) => {
      calls.push(call);
      return Promise.resolve({ released: true });
    },
  } as unknown as Client<PolicyDefinition>;
  const { release } = createPolicyClient(client, () => 10_000);
  await release('application-1', 'reservation-1', { deadline: 9_000, traceId: 'trace-1' });
  expect(calls).toEqual([
    [
      'ReleaseReservation',
      { applicationId: 'application-1', reservationId: 'reservation-1' },
      { deadlineMs: 2_000, traceId: 'trace-1', idempotent: true },
    ],
  ]);
});
