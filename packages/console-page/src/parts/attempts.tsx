import type { ServerClient } from '@wallet-service/sdk/server';
import { Badge, Time } from './values.tsx';

type Delivery = Awaited<ReturnType<ServerClient['webhooks']['redeliver']>>;
export type AttemptsMade = Delivery['attempts_made'];

/** What became of each attempt at a delivery, also from before it was sent again. */
export function Attempts({ of: attempts }: { readonly of: AttemptsMade }) {
  if (attempts.length === 0) return <p className="quiet">No attempt has a result yet.</p>;
  return (
    <ol className="timeline" aria-label="Attempts, newest first">
      {attempts.map(({ time, duration_ms: duration, response_status: status, problem }, at) => (
        <li key={attempts.length - at} className={problem === null ? 'timeline-good' : 'timeline-bad'}>
          <p>
            <Badge tone={problem === null ? 'good' : 'bad'}>{status ?? 'No answer'}</Badge>{' '}
            {problem ?? 'delivered'}
          </p>
          <p className="quiet small">
            <Time at={time} /> {`took ${duration} ms`}
          </p>
        </li>
      ))}
    </ol>
  );
}
