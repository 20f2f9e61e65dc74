import { useMutation, useQueryClient } from '@tanstack/react-query';
import { person, type Access } from '../api.ts';
import { browserName } from '../browser-name.ts';
import { fieldOf } from '../form.ts';
import { addPasskey } from '../passkeys.ts';
import { useAccess } from '../parts/access.ts';
import { DangerButton } from '../parts/danger-button.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { Failure } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { Badge, Time } from '../parts/values.tsx';

/** The person’s own passkeys and sessions. */
export function Me() {
  const { data } = useAccess();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => person.session.end(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['access'] }),
  });
  if (!data) return null;
  return (
    <Screen
      title={data.person.name}
      about="Your passkeys and your sessions."
      calls={[{ method: 'GET', path: '/v1/session', sdk: 'await person.session.get()' }]}
    >
      <Passkeys access={data} />
      <Panel title="Sessions" about="A session ends after 12 hours, or after 30 minutes without use.">
        <ul className="rows">
          {data.sessions.map((one) => (
            <li key={one.id} className="row">
              <strong title={one.user_agent ?? undefined}>{browserName(one.user_agent)}</strong>
              <span className="quiet">
                since <Time at={one.time_created} />, last used <Time at={one.time_last_used} />
              </span>
              <span className="end">
                {one.id === data.id ? (
                  <Badge tone="good">This one</Badge>
                ) : (
                  <button
                    type="button"
                    className="compact"
                    onClick={() => {
                      end.mutate(one.id);
                    }}
                  >
                    End
                  </button>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {end.isError && <Failure error={end.error} />}
    </Screen>
  );
}

function Passkeys({ access }: { readonly access: Access }) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const refresh = () => queries.invalidateQueries({ queryKey: ['access'] });
  const add = useMutation({
    mutationFn: (label: string) => confirmed(() => addPasskey(label)),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => confirmed(() => person.passkeys.remove(id)),
    onSuccess: refresh,
  });
  return (
    <Panel title="Passkeys" about="They sign you in. Have two, on different devices.">
      <ul className="rows">
        {access.passkeys.map((one) => (
          <li key={one.id} className="row">
            <strong>{one.label ?? 'Passkey'}</strong>
            {one.is_backed_up && <Badge tone="plain">Synchronized</Badge>}
            <span className="quiet">
              last used <Time at={one.time_last_used} />
            </span>
            <span className="end">
              <DangerButton
                label="Remove"
                question={`Remove the passkey ${one.label ?? ''}?`}
                consequence="It no longer signs you in."
                hasReason={false}
                onConfirmed={() => {
                  remove.mutate(one.id);
                }}
              />
            </span>
          </li>
        ))}
        <li className="row">
          <form
            className="inline-form"
            onSubmit={(event) => {
              event.preventDefault();
              add.mutate(fieldOf(event.currentTarget, 'label'));
              event.currentTarget.reset();
            }}
          >
            <input
              name="label"
              aria-label="Where is it?"
              placeholder="phone"
              maxLength={255}
              autoComplete="off"
            />
            <button type="submit" disabled={add.isPending}>
              Add a passkey
            </button>
          </form>
        </li>
      </ul>
      {[add, remove].map(({ error }, at) => error && <Failure key={at} error={error} />)}
    </Panel>
  );
}
