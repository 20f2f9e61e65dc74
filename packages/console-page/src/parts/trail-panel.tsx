import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Call } from '../call-text.ts';
import { callsOfTrail } from '../trail-calls.ts';
import { deliveriesOf, entriesOf, type JournalEntry } from '../trail.ts';
import { useApplication } from './access.ts';
import { Attempts } from './attempts.tsx';
import type { Decision } from './rule.tsx';
import { Panel } from './screen.tsx';
import { Failure, Skeleton } from './states.tsx';
import { Badge, Id, Json, Time } from './values.tsx';

/** What the journal has of a decision, and what was sent about it. `calls`: what that asks of the API. */
export function useTrail(decision: Decision | undefined) {
  const { app, api, role } = useApplication();
  const isReadable = decision !== undefined && role !== undefined && role !== 'support';
  const entries = useQuery({
    queryKey: [app, 'journal', 'of', decision?.id],
    enabled: isReadable,
    queryFn: () => (decision ? entriesOf(api, decision) : []),
  });
  const found = entries.data ?? [];
  const sent = useQuery({
    queryKey: [app, 'deliveries', 'of', ...found.map(({ seq }) => seq)],
    enabled: isReadable && found.length > 0,
    queryFn: () => deliveriesOf(api, found),
  });
  const calls: readonly Call[] = isReadable ? callsOfTrail(decision, found, sent.data?.endpoints ?? []) : [];
  return { entries, sent, calls };
}

export function Trail({ decision }: { readonly decision: Decision }) {
  const { app } = useApplication();
  const { entries, sent } = useTrail(decision);
  return (
    <div className="halves">
      <Panel title="In the journal">
        {entries.isPending && <Skeleton rows={3} />}
        {entries.isError && <Failure error={entries.error} retry={() => void entries.refetch()} />}
        {entries.data && (
          <div className="panel-body">
            {entries.data.length === 0 ? (
              <p className="quiet">No entry names it yet. Entries come up to a second later.</p>
            ) : (
              <ol className="timeline">
                {entries.data.map((entry) => (
                  <Entry key={entry.seq} entry={entry} />
                ))}
              </ol>
            )}
          </div>
        )}
      </Panel>
      <Panel title="Sent to webhooks">
        {sent.isLoading && <Skeleton rows={3} />}
        {sent.isError && <Failure error={sent.error} retry={() => void sent.refetch()} />}
        {!sent.isLoading && !sent.isError && (sent.data?.sent ?? []).length === 0 && (
          <div className="panel-body">
            <p className="quiet">Nothing was sent about it.</p>
          </div>
        )}
        {sent.data && sent.data.sent.length > 0 && (
          <ul className="rows">
            {sent.data.sent.map(({ endpoint, url, delivery }) => (
              <li key={delivery.id}>
                <Link to={`/a/${app}/webhooks/${endpoint}`}>
                  <DeliveryStatus status={delivery.status} />
                  <span>{url}</span>
                  <code className="end">{delivery.event_type}</code>
                </Link>
                <details>
                  <summary className="quiet small">Attempts</summary>
                  <Attempts of={delivery.attempts_made} />
                </details>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

function Entry({ entry }: { readonly entry: JournalEntry }) {
  const { error_code: code, outcome, kind } = entry;
  const tone = code !== null ? 'timeline-bad' : outcome === 'signed' ? 'timeline-good' : undefined;
  return (
    <li className={tone}>
      <p>
        <strong>{`${kind} ${entry.seq}`}</strong> {outcome ?? entry.operation}
        {code !== null && (
          <>
            {' '}
            <code>{code}</code>
          </>
        )}
      </p>
      <p className="quiet small">
        <Time at={entry.time_ms / 1000} /> Trace <Id value={entry.trace_id} />
      </p>
      <details>
        <summary className="quiet small">Entry</summary>
        <Json value={entry} />
      </details>
    </li>
  );
}

export function DeliveryStatus({ status }: { readonly status: string }) {
  if (status === 'delivered') return <Badge tone="good">Delivered</Badge>;
  if (status === 'failed') return <Badge tone="bad">Failed</Badge>;
  return <Badge tone="warn">Waits</Badge>;
}
