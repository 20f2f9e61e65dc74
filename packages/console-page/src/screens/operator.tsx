import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operator, operatorBecause } from '../api.ts';
import type { Call } from '../call-text.ts';
import { fieldOf } from '../form.ts';
import { InvitationDialog, SecretDialog } from '../parts/dialog.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { useShownOnce } from '../parts/shown-once.ts';
import { Failure } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { Badge, Id, PersonName, Time } from '../parts/values.tsx';

/** What the operator of the installation sees. */
export function Applications() {
  const [secret, setSecret] = useState<string>();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const create = useShownOnce({
    ask: (name: string) => confirmed(() => operator.applications.create({ name })),
    onMade: async (made) => {
      setSecret(made.secret_key);
      await queries.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  return (
    <>
      <ListScreen
        title="Applications"
        about="The tenants of this installation, oldest first."
        name={['operator', 'applications']}
        list={(query) => operator.applications.list(query)}
        call={(query) => ({
          method: 'GET',
          path: `/v1/admin/application${query}`,
          sdk: 'operator.applications.list({ … })',
        })}
        cursor="after"
        empty="There is no application"
        keyOf={(one) => one.id}
        columns={[
          { title: 'Name', cell: (one) => <strong>{one.name}</strong> },
          { title: 'Id', cell: (one) => <Id value={one.id} /> },
          { title: 'API key', cell: (one) => <Id value={one.api_key} /> },
          { title: 'Created', cell: (one) => <Time at={one.time_created} /> },
        ]}
      >
        <NameForm
          label="Name"
          button="Create"
          isBusy={create.isPending}
          onName={(name) => {
            create.mutate(name);
          }}
        />
        {create.isError && <Failure error={create.error} />}
      </ListScreen>
      {secret !== undefined && (
        <SecretDialog
          title="Its first secret key"
          secret={secret}
          onClose={() => {
            setSecret(undefined);
          }}
        >
          <p>It has no limits. Give it to the owner of the application alone.</p>
        </SecretDialog>
      )}
    </>
  );
}

const peopleCall = (query: string): Call => ({
  ...{ method: 'GET', path: `/v1/admin/person${query}`, sdk: 'operator.people.list({ … })' },
});

export function People() {
  const [invitation, setInvitation] = useState<string>();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const refresh = () => queries.invalidateQueries({ queryKey: ['operator', 'people'] });
  const invite = useShownOnce({
    ask: (name: string) => confirmed(() => operator.people.invite({ name, is_operator: true })),
    onMade: async (made) => {
      setInvitation(made.invitation ?? undefined);
      await refresh();
    },
  });
  const disable = useMutation({
    mutationFn: ({ id, why }: { readonly id: string; readonly why: string }) =>
      confirmed(() => operatorBecause(why).people.disable(id)),
    onSuccess: refresh,
  });
  return (
    <>
      <ListScreen
        title="Everybody"
        about="Everybody who may sign in. Owners of applications invite people too."
        name={['operator', 'people']}
        list={(query) => operator.people.list(query)}
        call={peopleCall}
        cursor="after"
        empty="Nobody may sign in yet"
        keyOf={(one) => one.id}
        columns={[
          { title: 'Name', cell: (one) => <PersonName of={one} /> },
          {
            title: 'Role',
            cell: (one) =>
              one.is_operator ? (
                <Badge tone="warn">Operator</Badge>
              ) : (
                one.memberships.map(({ role }) => role).join(', ') || <span className="quiet">none</span>
              ),
          },
          { title: 'Since', cell: (one) => <Time at={one.time_created} /> },
          { title: 'Id', cell: (one) => <Id value={one.id} /> },
          {
            title: 'Actions',
            cell: (one) =>
              one.time_disabled === null ? (
                <DangerButton
                  label="End all access"
                  question={`End all access of ${one.name}?`}
                  consequence="Their sessions end, and they leave all applications. It cannot be undone."
                  onConfirmed={(why) => {
                    disable.mutate({ id: one.id, why });
                  }}
                />
              ) : (
                <Badge tone="plain">No access</Badge>
              ),
          },
        ]}
      >
        <NameForm
          label="Invite another operator"
          button="Invite"
          isBusy={invite.isPending}
          onName={(name) => {
            invite.mutate(name);
          }}
        />
        {[invite, disable].map(({ error }, at) => error && <Failure key={at} error={error} />)}
      </ListScreen>
      <InvitationDialog
        invitation={invitation}
        onClose={() => {
          setInvitation(undefined);
        }}
      />
    </>
  );
}

function NameForm({
  label,
  button,
  isBusy,
  onName,
}: {
  readonly label: string;
  readonly button: string;
  readonly isBusy: boolean;
  readonly onName: (name: string) => void;
}) {
  return (
    <form
      className="inline-form panel panel-body"
      onSubmit={(event) => {
        event.preventDefault();
        onName(fieldOf(event.currentTarget, 'name'));
      }}
    >
      <label className="field">
        <span>{label}</span>
        <input name="name" required maxLength={255} autoComplete="off" />
      </label>
      <button type="submit" className="primary" disabled={isBusy}>
        {button}
      </button>
    </form>
  );
}
