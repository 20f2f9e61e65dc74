import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { operator, operatorBecause } from '../api.ts';
import type { Call } from '../call-text.ts';
import { fieldOf } from '../form.ts';
import { InvitationDialog, SecretDialog } from '../parts/dialog.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { useShownOnce } from '../parts/shown-once.ts';
import { Failure, Notice } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { Badge, Id, PersonName, Time } from '../parts/values.tsx';
import { applicationsCall, InvitationForm, InviteAgain, type AskedPerson } from './operator-invitation.tsx';

/** What the operator of the installation sees. */
export function Applications() {
  const [secret, setSecret] = useState<string>();
  const [fresh, setFresh] = useState<{ readonly id: string; readonly name: string }>();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const create = useShownOnce({
    ask: ({ name, why }: { readonly name: string; readonly why: string }) =>
      confirmed(() => operatorBecause(why).applications.create({ name })),
    onMade: async (made) => {
      setSecret(made.secret_key);
      setFresh({ id: made.id, name: made.name });
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
          {
            title: 'Actions',
            cell: (one) => (
              <Link to="/operator/people" search={{ application_id: one.id }}>
                Invite somebody
              </Link>
            ),
          },
        ]}
      >
        <NewApplication
          isBusy={create.isPending}
          onNamed={(name, why) => {
            create.mutate({ name, why });
          }}
        />
        {create.isError && <Failure error={create.error} />}
        {fresh && (
          <Notice tone="plain" title={`${fresh.name} was made, and nobody works with it yet`}>
            <p>
              <Link to="/operator/people" search={{ application_id: fresh.id }}>
                Invite its first owner
              </Link>
            </p>
          </Notice>
        )}
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
  const { invite, inviteAgain, disable } = usePeople(setInvitation);
  return (
    <>
      <ListScreen
        title="Everybody"
        about="Everybody who may sign in. Owners of applications invite people too."
        name={['operator', 'people']}
        list={(query) => operator.people.list(query)}
        call={peopleCall}
        moreCalls={[applicationsCall]}
        cursor="after"
        empty="Nobody may sign in yet"
        keyOf={(one) => one.id}
        columns={[
          { title: 'Name', cell: (one) => <PersonName of={one} /> },
          { title: 'Role', cell: (one) => <Roles of={one} /> },
          { title: 'Since', cell: (one) => <Time at={one.time_created} /> },
          { title: 'Id', cell: (one) => <Id value={one.id} /> },
          {
            title: 'Actions',
            cell: (one) =>
              one.time_disabled === null ? (
                <div className="actions">
                  <InviteAgain
                    name={one.name}
                    onConfirmed={(why) => {
                      inviteAgain.mutate({ id: one.id, why });
                    }}
                  />
                  <DangerButton
                    label="End all access"
                    question={`End all access of ${one.name}?`}
                    consequence="Their sessions end, and they leave all applications. It cannot be undone."
                    onConfirmed={(why) => {
                      disable.mutate({ id: one.id, why });
                    }}
                  />
                </div>
              ) : (
                <Badge tone="plain">No access</Badge>
              ),
          },
        ]}
      >
        <InvitationForm
          isBusy={invite.isPending}
          onAsked={(asked, why) => {
            invite.mutate({ asked, why });
          }}
        />
        {[invite, inviteAgain, disable].map(({ error }, at) => error && <Failure key={at} error={error} />)}
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

type OfPerson = { readonly id: string; readonly why: string };

function usePeople(onInvited: (invitation: string | undefined) => void) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const refresh = () => queries.invalidateQueries({ queryKey: ['operator', 'people'] });
  const onMade = async (made: { readonly invitation?: string | null }) => {
    onInvited(made.invitation ?? undefined);
    await refresh();
  };
  const invite = useShownOnce({
    ask: ({ asked, why }: { readonly asked: AskedPerson; readonly why: string }) =>
      confirmed(() => operatorBecause(why).people.invite(asked)),
    onMade,
  });
  const inviteAgain = useShownOnce({
    ask: ({ id, why }: OfPerson) => confirmed(() => operatorBecause(why).people.renewInvitation(id)),
    onMade,
  });
  const disable = useMutation({
    mutationFn: ({ id, why }: OfPerson) => confirmed(() => operatorBecause(why).people.disable(id)),
    onSuccess: refresh,
  });
  return { invite, inviteAgain, disable };
}

type Person = Pick<
  Awaited<ReturnType<typeof operator.people.list>> extends AsyncIterable<infer One> ? One : never,
  'is_operator' | 'memberships'
>;

/** An operator may work with applications, too. */
function Roles({ of: { is_operator: isOperator, memberships } }: { readonly of: Person }) {
  if (!isOperator && memberships.length === 0) return <span className="quiet">none</span>;
  return (
    <>
      {isOperator && <Badge tone="warn">Operator</Badge>}
      {memberships.map(({ application_id: id, application_name: name, role }) => (
        <div key={id} title={id}>
          {role} of {name}
        </div>
      ))}
    </>
  );
}

function NewApplication({
  isBusy,
  onNamed,
}: {
  readonly isBusy: boolean;
  readonly onNamed: (name: string, reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <form
      className="inline-form panel panel-body"
      onSubmit={(event) => {
        event.preventDefault();
        onNamed(fieldOf(event.currentTarget, 'name'), reason);
      }}
    >
      <label className="field">
        <span>Name</span>
        <input name="name" required maxLength={255} autoComplete="off" />
      </label>
      <ReasonField reason={reason} onReason={setReason} />
      <button type="submit" className="primary" disabled={isBusy}>
        Create
      </button>
    </form>
  );
}
