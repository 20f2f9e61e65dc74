import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApplication } from '../parts/access.ts';
import { DangerButton } from '../parts/danger-button.tsx';
import { SecretDialog } from '../parts/dialog.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { nameOfKey } from '../parts/names.ts';
import { NewKey, type AskedKey } from '../parts/new-key.tsx';
import { useShownOnce } from '../parts/shown-once.ts';
import { Failure } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { Badge, Id, Time } from '../parts/values.tsx';

/** The application’s secret keys. Only owners make and revoke them. */
export function Keys() {
  const { app, api, role } = useApplication();
  const [secret, setSecret] = useState<string>();
  const isOwner = role === 'owner';
  const { create, revoke, reason, setReason } = useChanges(app, setSecret);
  return (
    <>
      <ListScreen
        title="Secret keys"
        about="Each of your programs has a key of its own, with the scopes that it needs."
        name={[app, 'keys']}
        list={() => api.secretKeys.list()}
        call={() => ({ method: 'GET', path: '/v1/secret_key', sdk: 'server.secretKeys.list()' })}
        empty="There is no key"
        keyOf={(one) => one.id}
        columns={[
          {
            title: 'Label',
            cell: (one) =>
              one.label === null ? <span className="quiet">none</span> : <strong>{one.label}</strong>,
          },
          {
            title: 'Scopes',
            cell: (one) => one.scopes?.join(', ') ?? <Badge tone="warn">No limits</Badge>,
          },
          { title: 'Last used', cell: (one) => <Time at={one.time_last_used} /> },
          { title: 'Expires', cell: (one) => <Time at={one.time_expires} /> },
          { title: 'Id', cell: (one) => <Id value={one.id} /> },
          {
            title: 'Actions',
            cell: (one) =>
              one.time_revoked !== null ? (
                <Badge tone="plain">Revoked</Badge>
              ) : (
                isOwner && (
                  <DangerButton
                    label="Revoke"
                    question={`Revoke ${nameOfKey(one.id, one.label)}?`}
                    consequence="Every program that uses it is refused at once. It cannot be undone."
                    onConfirmed={(why) => {
                      revoke.mutate({ id: one.id, why });
                    }}
                  />
                )
              ),
          },
        ]}
      >
        {isOwner && (
          <NewKey
            isBusy={create.isPending}
            reason={reason}
            onReason={setReason}
            onAsked={(asked) => {
              create.mutate(asked);
            }}
          />
        )}
        {create.isError && <Failure error={create.error} />}
        {revoke.isError && <Failure error={revoke.error} />}
      </ListScreen>
      {secret !== undefined && (
        <SecretDialog
          title="The new secret key"
          secret={secret}
          onClose={() => {
            setSecret(undefined);
          }}
        >
          <p>Keep it on servers. Whoever has it acts for your application.</p>
        </SecretDialog>
      )}
    </>
  );
}

function useChanges(app: string, onMade: (secret: string) => void) {
  const { because } = useApplication();
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const refresh = () => queries.invalidateQueries({ queryKey: [app, 'keys'] });
  const create = useShownOnce({
    ask: (asked: AskedKey) => confirmed(() => because(reason).secretKeys.create(asked)),
    onMade: async (made) => {
      onMade(made.secret_key);
      setReason('');
      await refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: ({ id, why }: { readonly id: string; readonly why: string }) =>
      confirmed(() => because(why).secretKeys.revoke(id)),
    onSuccess: refresh,
  });
  return { create, revoke, reason, setReason };
}
