import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApplication } from '../parts/access.ts';
import { useParameters } from '../parts/address.ts';
import { Attempts } from '../parts/attempts.tsx';
import { ConfirmedButton, DangerButton } from '../parts/danger-button.tsx';
import { SecretDialog } from '../parts/dialog.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { RecordDialog } from '../parts/record-dialog.tsx';
import { useShownOnce } from '../parts/shown-once.ts';
import { Failure, Notice } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import type { Column } from '../parts/table.tsx';
import { DeliveryStatus } from '../parts/trail-panel.tsx';
import { Badge, Id, Time } from '../parts/values.tsx';

type Webhooks = ReturnType<typeof useApplication>['api']['webhooks'];
type Endpoint = Awaited<ReturnType<Webhooks['get']>>;
type Delivery = Awaited<ReturnType<Webhooks['redeliver']>>;

type Again = { readonly delivery: string; readonly why: string };

const statuses = [
  ['pending', 'Waits'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed'],
] as const;

const columns: readonly Column<Delivery>[] = [
  { title: 'Status', cell: (one) => <DeliveryStatus status={one.status} /> },
  { title: 'Event', cell: (one) => <code>{one.event_type}</code> },
  {
    title: 'Answer',
    cell: (one) => one.problem ?? (one.response_status === null ? '–' : `${one.response_status}`),
  },
  { title: 'Tries', cell: (one) => one.attempts },
  { title: 'Created', cell: (one) => <Time at={one.time_created} /> },
  { title: 'Details', cell: (one) => <Details of={one} /> },
];

/** One webhook: what was sent to it, sending again, and its secret. */
export function Deliveries() {
  const { app, api, because, role } = useApplication();
  const { id = '' } = useParameters();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const endpoint = useQuery({ queryKey: [app, 'webhook', id], queryFn: () => api.webhooks.get(id) });
  const send = useMutation({
    mutationFn: (again: Again | undefined) =>
      confirmed<unknown>(() =>
        again ? because(again.why).webhooks.redeliver(id, again.delivery) : api.webhooks.test(id),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: [app, 'deliveries', id] }),
  });
  const mayChange = role === 'owner' || role === 'developer';
  return (
    <ListScreen
      title="Deliveries"
      about={<About of={endpoint.data} />}
      within={{ title: 'Webhooks', to: `/a/${app}/webhooks` }}
      actions={
        mayChange && (
          <>
            <button
              type="button"
              disabled={endpoint.data?.enabled !== true || send.isPending}
              onClick={() => {
                send.mutate(undefined);
              }}
            >
              Send a test event
            </button>
            <Changes id={id} isEnabled={endpoint.data?.enabled} />
          </>
        )
      }
      name={[app, 'deliveries', id]}
      list={(query) => api.webhooks.deliveries(id, query)}
      call={(query) => ({
        method: 'GET',
        path: `/v1/webhook/${id}/delivery${query}`,
        sdk: `server.webhooks.deliveries('${id}', { … })`,
      })}
      moreCalls={[{ method: 'GET', path: `/v1/webhook/${id}`, sdk: `await server.webhooks.get('${id}')` }]}
      cursor="before"
      hasNews
      filters={[
        { name: 'status', label: 'Status', choices: statuses },
        { name: 'trace_id', label: 'Trace id' },
      ]}
      empty="Nothing was sent yet"
      advice={<p className="quiet">Send a test event to see whether your receiver takes it.</p>}
      keyOf={(one) => one.id}
      columns={[
        ...columns,
        {
          title: 'Actions',
          cell: (one) =>
            mayChange && (
              <ConfirmedButton
                className="compact"
                isDisabled={send.isPending}
                label="Send again"
                question={`Send ${one.event_type} again?`}
                consequence="Your receiver gets the same event, with the same webhook-id."
                onConfirmed={(why) => {
                  send.mutate({ delivery: one.id, why });
                }}
              />
            ),
        },
      ]}
    >
      {send.isError && <Failure error={send.error} />}
      {send.isSuccess && <Notice tone="good" title="It is being sent" />}
    </ListScreen>
  );
}

function About({ of: endpoint }: { readonly of: Endpoint | undefined }) {
  if (!endpoint) return 'What was sent to this webhook, newest first.';
  if (endpoint.enabled) return endpoint.url;
  return (
    <>
      {endpoint.url} <Badge tone="bad">Off</Badge> {endpoint.disabled_reason ?? 'It was turned off.'}
    </>
  );
}

function Details({ of: delivery }: { readonly of: Delivery }) {
  const { event_id: eventId, attempts_made: attempts, payload } = delivery;
  return (
    <RecordDialog title={`event ${eventId.slice(-6)}`} value={payload}>
      <p className="small quiet">
        webhook-id <Id value={eventId} />
      </p>
      <h3>Attempts</h3>
      <Attempts of={attempts} />
      <h3>Body</h3>
    </RecordDialog>
  );
}

const overlapSeconds = 86_400;

function useChanges(id: string, onRotated: (secret: string) => void) {
  const { app, because } = useApplication();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirmed = useConfirmed();
  const turn = useMutation({
    mutationFn: ({ enabled, why }: { readonly enabled: boolean; readonly why: string }) =>
      confirmed(() => because(why).webhooks.update(id, { enabled })),
    onSuccess: () => queries.invalidateQueries({ queryKey: [app, 'webhook', id] }),
  });
  const rotate = useShownOnce({
    ask: (why: string) =>
      confirmed(() => because(why).webhooks.rotateSecret(id, { overlap_seconds: overlapSeconds })),
    onMade: async ({ secret }) => {
      onRotated(secret);
      await queries.invalidateQueries({ queryKey: [app, 'webhook', id] });
    },
  });
  const remove = useMutation({
    mutationFn: (why: string) => confirmed(() => because(why).webhooks.delete(id)),
    onSuccess: async () => {
      await navigate({ to: `/a/${app}/webhooks` });
      await queries.invalidateQueries({ queryKey: [app, 'webhooks'] });
    },
  });
  return { turn, rotate, remove };
}

function Changes({ id, isEnabled }: { readonly id: string; readonly isEnabled: boolean | undefined }) {
  const [secret, setSecret] = useState<string>();
  const { turn, rotate, remove } = useChanges(id, setSecret);
  const failed = [turn, rotate, remove].find(({ isError }) => isError);
  const isOff = isEnabled === false;
  return (
    <>
      {failed?.error && <Failure error={failed.error} />}
      <ConfirmedButton
        isDisabled={isEnabled === undefined || turn.isPending}
        label={isOff ? 'Turn on' : 'Turn off'}
        question={isOff ? 'Turn this webhook on?' : 'Turn this webhook off?'}
        consequence={
          isOff ? 'Events from now on are sent to it.' : 'Nothing is sent to it until somebody turns it on.'
        }
        onConfirmed={(why) => {
          turn.mutate({ enabled: isOff, why });
        }}
      />
      <ConfirmedButton
        isDisabled={rotate.isPending}
        label="New secret"
        question="Make a new secret for this webhook?"
        consequence="The old one is valid for a day. Give your receiver the new one by then."
        onConfirmed={rotate.mutate}
      />
      <DangerButton
        label="Delete"
        question="Delete this webhook?"
        consequence="Nothing is sent to it any more, and its deliveries are gone."
        onConfirmed={remove.mutate}
      />
      {secret !== undefined && (
        <SecretDialog
          title="The new secret"
          secret={secret}
          onClose={() => {
            setSecret(undefined);
          }}
        >
          <p>The old one is valid for a day, so that your receiver can change.</p>
        </SecretDialog>
      )}
    </>
  );
}
