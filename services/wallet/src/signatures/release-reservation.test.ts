import { Refused } from '@wallet-service/signer-protocol';
import { releaseReservation } from './release-reservation.js';

const decision = {
  verdict: Uint8Array.of(1),
  permission: undefined,
  mac: Uint8Array.of(2),
  mandate: Uint8Array.of(4),
  releaseMac: Uint8Array.of(5),
  record: '',
  reservationId: 'r',
  denialDetail: '',
  signer: 'c2lnbmVy',
};

function world(answer: () => Promise<{ statementSignature: Uint8Array }>) {
  const calls: unknown[] = [];
  const release = releaseReservation(
    {
      call: (...args) => {
        calls.push(args);
        return answer() as never;
      },
    },
    {
      release: (...args) => {
        calls.push(args);
        return Promise.resolve();
      },
    },
    () => 10_000,
  );
  return { release, calls };
}

it("asks the named signer, and passes on its statement even after the request's deadline", async () => {
  const statementSignature = Uint8Array.of(3);
  const { release, calls } = world(() => Promise.resolve({ statementSignature }));
  await release(decision, { deadline: 9_000, traceId: 'trace-1' });
  const scope = { deadline: 12_000, traceId: 'trace-1' };
  expect(calls).toEqual([
    [
      'VoidVerdict',
      { verdict: decision.verdict, verdictMac: decision.mac, mandate: decision.mandate },
      { ...scope, signer: 'c2lnbmVy' },
    ],
    [decision, statementSignature, scope],
  ]);
});

it('releases nothing without that statement', async () => {
  const { release, calls } = world(() => Promise.reject(new Refused('verdict-used')));
  await expect(release(decision, { deadline: 0, traceId: '' })).rejects.toMatchObject({
    refusal: 'verdict-used',
  });
  expect(calls).toHaveLength(1);
});

it('asks nobody about a verdict that every signer may use', async () => {
  const { release, calls } = world(() => Promise.reject(new Refused('verdict-used')));
  const { signer, ...anybodys } = decision;
  expect(signer).toBeDefined();
  await expect(release(anybodys, { deadline: 0, traceId: '' })).rejects.toThrow('names no signer');
  expect(calls).toEqual([]);
});
