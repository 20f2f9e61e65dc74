import { useMutation, useQueryClient } from '@tanstack/react-query';
import { person } from '../api.ts';
import { addPasskey } from '../passkeys.ts';
import { useAccess } from '../parts/access.ts';
import { ApiCall } from '../parts/api-call.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { Screen } from '../parts/screen.tsx';
import { Badge, Failure, Time } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';

/** The person's own passkeys and sessions. */
export function Me() {
  const { data } = useAccess();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const refresh = () => queries.invalidateQueries({ queryKey: ['access'] });
  const add = useMutation({ mutationFn: () => confirmed(() => addPasskey('')), onSuccess: refresh });
  const remove = useMutation({
    mutationFn: (id: string) => confirmed(() => person.passkeys.remove(id)),
    onSuccess: refresh,
  });
  const end = useMutation({ mutationFn: (id: string) => person.session.end(id), onSuccess: refresh });
  if (!data) return null;
  return (
    <Screen title={data.person.name} about="Your passkeys and your sessions.">
      <section>
        <h2>Passkeys</h2>
        <ul className="rows">
          {data.passkeys.map((one) => (
            <li key={one.id} className="row">
              <strong>{one.label ?? 'Passkey'}</strong>
              {one.is_backed_up && <Badge tone="plain">Synchronized</Badge>}
              <span>
                last used <Time at={one.time_last_used} />
              </span>
              <DangerButton
                label="Remove"
                question={`Remove the passkey ${one.label ?? ''}?`}
                consequence="It no longer signs you in."
                onConfirmed={() => {
                  remove.mutate(one.id);
                }}
              />
            </li>
          ))}
        </ul>
        <button
          type="button"
          onClick={() => {
            add.mutate();
          }}
        >
          Add a passkey
        </button>
      </section>
      <section>
        <h2>Sessions</h2>
        <ul className="rows">
          {data.sessions.map((one) => (
            <li key={one.id} className="row">
              <span>
                since <Time at={one.time_created} />
              </span>
              <span>
                last used <Time at={one.time_last_used} />
              </span>
              {one.id === data.id ? (
                <Badge tone="good">This one</Badge>
              ) : (
                <button
                  type="button"
                  onClick={() => {
                    end.mutate(one.id);
                  }}
                >
                  End
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {[add, remove, end].map(({ error }, at) => error && <Failure key={at} error={error} />)}
      <ApiCall calls={[{ method: 'GET', path: '/v1/session', sdk: 'await person.session.get()' }]} />
    </Screen>
  );
}
