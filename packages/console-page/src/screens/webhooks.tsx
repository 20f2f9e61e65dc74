import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldOf } from '../form.ts';
import { useApplication } from '../parts/access.ts';
import { Dialog, SecretDialog } from '../parts/dialog.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { useShownOnce } from '../parts/shown-once.ts';
import { Failure } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { Badge, Time } from '../parts/values.tsx';

type Asked = { readonly url: string; readonly description: string; readonly event_types: readonly string[] };

/** Where events are sent. */
export function Webhooks() {
  const { app, api, role } = useApplication();
  const [secret, setSecret] = useState<string>();
  const mayChange = role === 'owner' || role === 'developer';
  return (
    <>
      <ListScreen
        title="Webhooks"
        about="Where events of this application are sent, signed, and in the order of each wallet."
        name={[app, 'webhooks']}
        list={() => api.webhooks.list()}
        call={() => ({ method: 'GET', path: '/v1/webhook', sdk: 'server.webhooks.list()' })}
        empty="There is no webhook yet"
        advice={<p className="quiet">Add one, and your servers hear of signatures, denials and changes.</p>}
        actions={mayChange && <NewWebhook onMade={setSecret} />}
        keyOf={(one) => one.id}
        columns={[
          {
            title: 'URL',
            cell: (one) => <Link to={`/a/${app}/webhooks/${one.id}`}>{one.url}</Link>,
          },
          { title: 'For', cell: (one) => one.description || <span className="quiet">–</span> },
          {
            title: 'State',
            cell: (one) =>
              one.enabled ? (
                <Badge tone="good">Sends</Badge>
              ) : (
                <span>
                  <Badge tone="bad">Off</Badge> <span className="quiet small">{one.disabled_reason}</span>
                </span>
              ),
          },
          {
            title: 'Events',
            cell: (one) => (one.event_types.length === 0 ? 'All' : one.event_types.join(', ')),
          },
          { title: 'Changed', cell: (one) => <Time at={one.time_updated} /> },
        ]}
      />
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

const eventTypes = [
  ...['wallet.created', 'wallet.imported', 'wallet.claimed', 'wallet.exported'],
  ...['access_key.rotated', 'access_key.recovered', 'signature.created', 'signature.denied'],
  ...['signature_request.created', 'signature_request.approved', 'signature_request.declined'],
  ...['policy.changed', 'provider.changed', 'trust.applied', 'trust.keys_changed'],
  ...['trust.document_changed', 'trust.administrators_changed', 'trust.document_proposed'],
];

function NewWebhook({ onMade }: { readonly onMade: (secret: string) => void }) {
  const { app, because } = useApplication();
  const [reason, setReason] = useState('');
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const close = (): void => {
    setOpen(false);
  };
  const add = useShownOnce({
    ask: (asked: Asked) => confirmed(() => because(reason).webhooks.create(asked)),
    onMade: async (made) => {
      close();
      onMade(made.secret);
      await queries.invalidateQueries({ queryKey: [app, 'webhooks'] });
    },
  });
  return (
    <>
      <button
        type="button"
        className="primary"
        onClick={() => {
          add.reset();
          setReason('');
          setOpen(true);
        }}
      >
        Add a webhook
      </button>
      {isOpen && (
        <Dialog title="Add a webhook" onClose={close}>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              const form = event.currentTarget;
              const given = new FormData(form);
              add.mutate({
                ...{ url: fieldOf(form, 'url'), description: fieldOf(form, 'description') },
                event_types: eventTypes.filter((one) => given.get(one) !== null),
              });
            }}
          >
            <label className="field">
              <span>URL</span>
              <input name="url" type="url" required placeholder="https://example.com/hook" />
            </label>
            <label className="field">
              <span>What it is for (optional)</span>
              <input name="description" maxLength={255} autoComplete="off" />
            </label>
            <fieldset>
              <legend className="legend-text">Events (none: all, also future ones)</legend>
              <div className="choices">
                {eventTypes.map((one) => (
                  <label key={one} className="check small">
                    <input type="checkbox" name={one} /> {one}
                  </label>
                ))}
              </div>
            </fieldset>
            <ReasonField reason={reason} onReason={setReason} />
            {add.isError && <Failure error={add.error} />}
            <div className="actions">
              <button type="button" onClick={close}>
                Cancel
              </button>
              <button type="submit" className="primary" disabled={add.isPending}>
                Add
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
