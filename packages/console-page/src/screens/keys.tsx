import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApplication } from '../parts/access.ts';
import { fieldOf } from '../form.ts';
import { SecretDialog } from '../parts/dialog.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { Badge, Failure, Id, Time } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';

const scopes = [
  'lookup',
  'read',
  'sign',
  'wallets',
  'export',
  'policies',
  'settings',
  'providers',
  'webhooks',
] as const;
type Scope = (typeof scopes)[number];
type AskedKey = { readonly label?: string; readonly scopes?: readonly Scope[] };

/** The application's secret keys. Only owners make and revoke them. */
export function Keys() {
  const { app, api, role } = useApplication();
  const [secret, setSecret] = useState<string>();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const isOwner = role === 'owner';
  const refresh = () => queries.invalidateQueries({ queryKey: [app, 'keys'] });
  const create = useMutation({
    mutationFn: (asked: AskedKey) => confirmed(() => api.secretKeys.create(asked)),
    onSuccess: async (made) => {
      setSecret(made.secret_key);
      await refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: (id: string) => confirmed(() => api.secretKeys.revoke(id)),
    onSuccess: refresh,
  });
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
          { title: 'Label', cell: (one) => one.label ?? <span className="quiet">none</span> },
          { title: 'Scopes', cell: (one) => one.scopes?.join(', ') ?? <Badge tone="warn">No limits</Badge> },
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
                    question={`Revoke the key ${one.label ?? one.id}?`}
                    consequence="Every program that uses it is refused at once. It cannot be undone."
                    onConfirmed={() => {
                      revoke.mutate(one.id);
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

function NewKey({
  isBusy,
  onAsked,
}: {
  readonly isBusy: boolean;
  readonly onAsked: (asked: AskedKey) => void;
}) {
  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        const label = fieldOf(event.currentTarget, 'label');
        const chosen = scopes.filter((one) => given.get(one) !== null);
        onAsked({ ...(label !== '' && { label }), ...(chosen.length > 0 && { scopes: chosen }) });
      }}
    >
      <label>
        <span>Label</span>
        <input name="label" maxLength={255} placeholder="checkout server" />
      </label>
      <fieldset>
        <legend>Scopes (none: no limits)</legend>
        {scopes.map((one) => (
          <label key={one} className="check">
            <input type="checkbox" name={one} /> {one}
          </label>
        ))}
      </fieldset>
      <button type="submit" className="primary" disabled={isBusy}>
        Make a key
      </button>
    </form>
  );
}
