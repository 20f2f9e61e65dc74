import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useParameters } from '../parts/address.ts';
import { useApplication } from '../parts/access.ts';
import { fieldOf } from '../form.ts';
import { SecretDialog } from '../parts/dialog.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { Badge, Failure, Time } from '../parts/states.tsx';

export function Webhooks() {
  const { app, api, role } = useApplication();
  const [secret, setSecret] = useState<string>();
  const queries = useQueryClient();
  const mayChange = role === 'owner' || role === 'developer';
  const add = useMutation({
    mutationFn: (url: string) => api.webhooks.create({ url }),
    onSuccess: async (made) => {
      setSecret(made.secret);
      await queries.invalidateQueries({ queryKey: [app, 'webhooks'] });
    },
  });
  return (
    <>
      <ListScreen
        title="Webhooks"
        about="Where events of this application are sent."
        name={[app, 'webhooks']}
        list={() => api.webhooks.list()}
        call={() => ({ method: 'GET', path: '/v1/webhook', sdk: 'server.webhooks.list()' })}
        empty="There is no webhook"
        keyOf={(one) => one.id}
        columns={[
          {
            title: 'URL',
            cell: (one) => <Link to={`/a/${app}/webhooks/${one.id}`}>{one.url}</Link>,
          },
          {
            title: 'State',
            cell: (one) => <Badge tone={one.enabled ? 'good' : 'bad'}>{one.enabled ? 'Sends' : 'Off'}</Badge>,
          },
          {
            title: 'Events',
            cell: (one) => (one.event_types.length === 0 ? 'All' : one.event_types.join(', ')),
          },
        ]}
      >
        {mayChange && (
          <form
            className="inline-form"
            onSubmit={(event) => {
              event.preventDefault();
              add.mutate(fieldOf(event.currentTarget, 'url'));
            }}
          >
            <label>
              <span>Add a URL</span>
              <input name="url" type="url" required placeholder="https://example.com/hook" />
            </label>
            <button type="submit" className="primary" disabled={add.isPending}>
              Add
            </button>
          </form>
        )}
        {add.isError && <Failure error={add.error} />}
      </ListScreen>
      {secret !== undefined && (
        <SecretDialog
          title="The webhook’s secret"
          secret={secret}
          onClose={() => {
            setSecret(undefined);
          }}
        >
          <p>Your receiver verifies signatures with it.</p>
        </SecretDialog>
      )}
    </>
  );
}

export function Deliveries() {
  const { app, api, role } = useApplication();
  const { id = '' } = useParameters();
  const mayChange = role === 'owner' || role === 'developer';
  const redeliver = useMutation({ mutationFn: (delivery: string) => api.webhooks.redeliver(id, delivery) });
  return (
    <ListScreen
      title="Deliveries"
      about="What was sent to this webhook, newest first."
      name={[app, 'deliveries', id]}
      list={(query) => api.webhooks.deliveries(id, query)}
      call={(query) => ({
        method: 'GET',
        path: `/v1/webhook/${id}/delivery${query}`,
        sdk: `server.webhooks.deliveries('${id}')`,
      })}
      cursor="before"
      filters={[
        {
          name: 'status',
          label: 'Status',
          choices: [
            ['pending', 'Pending'],
            ['delivered', 'Delivered'],
            ['failed', 'Failed'],
          ],
        },
      ]}
      empty="Nothing was sent yet"
      keyOf={(one) => one.id}
      columns={[
        { title: 'Event', cell: (one) => <code>{one.event_type}</code> },
        {
          title: 'Status',
          cell: (one) => (
            <Badge tone={one.status === 'delivered' ? 'good' : one.status === 'failed' ? 'bad' : 'warn'}>
              {one.status}
            </Badge>
          ),
        },
        { title: 'Attempts', cell: (one) => one.attempts },
        { title: 'Created', cell: (one) => <Time at={one.time_created} /> },
        {
          title: 'Actions',
          cell: (one) =>
            mayChange && (
              <button
                type="button"
                onClick={() => {
                  redeliver.mutate(one.id);
                }}
              >
                Send again
              </button>
            ),
        },
      ]}
    >
      {redeliver.isError && <Failure error={redeliver.error} />}
      {redeliver.isSuccess && <p role="status">It is sent again.</p>}
    </ListScreen>
  );
}
