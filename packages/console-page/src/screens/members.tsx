import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServerClient } from '@wallet-service/sdk/server';
import { useApplication, type Role } from '../parts/access.ts';
import { fieldOf } from '../form.ts';
import { InvitationDialog } from '../parts/dialog.tsx';
import { Confirmation } from '../parts/confirmation.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { Panel } from '../parts/screen.tsx';
import { useShownOnce } from '../parts/shown-once.ts';
import { Failure } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { Badge, PersonName, Time } from '../parts/values.tsx';

type AskedMember = { readonly name: string; readonly email?: string; readonly role: Role };
type Member = Awaited<ReturnType<ServerClient['members']['update']>>;
const roles: readonly Role[] = ['owner', 'developer', 'auditor', 'support'];
const abilities: Readonly<Record<Role, string>> = {
  owner: 'they may do everything',
  developer: 'they may change policies, settings and webhooks',
  auditor: 'they may read, and change nothing',
  support: 'they may look up users, wallets and decisions',
};

/** The people of the application. Only owners change them. */
export function Members() {
  const { app, api, role } = useApplication();
  const [invitation, setInvitation] = useState<string>();
  const isOwner = role === 'owner';
  const { add, change, remove, reason, setReason } = useChanges(app, setInvitation);
  return (
    <>
      <ListScreen
        title="People"
        about="Who works with this application. The journal has what they change, under their name."
        name={[app, 'members']}
        list={() => api.members.list()}
        call={() => ({ method: 'GET', path: '/v1/member', sdk: 'server.members.list()' })}
        empty="Nobody has a role here"
        keyOf={(one) => one.person_id}
        columns={[
          { title: 'Name', cell: (one) => <PersonName of={one} /> },
          {
            title: 'Role',
            cell: (one) =>
              isOwner ? (
                <RoleChoice
                  of={one}
                  onChosen={(to, why) => {
                    change.mutate({ id: one.person_id, to, why });
                  }}
                />
              ) : (
                <Badge tone="plain">{one.role}</Badge>
              ),
          },
          { title: 'Access', cell: (one) => <Access of={one} /> },
          { title: 'Since', cell: (one) => <Time at={one.time_created} /> },
          {
            title: 'Actions',
            cell: (one) =>
              isOwner && (
                <DangerButton
                  label="Remove"
                  question={`Remove ${one.name}?`}
                  consequence="They no longer have access to this application."
                  onConfirmed={(why) => {
                    remove.mutate({ id: one.person_id, why });
                  }}
                />
              ),
          },
        ]}
      >
        {isOwner && (
          <NewMember
            isBusy={add.isPending}
            reason={reason}
            onReason={setReason}
            onAsked={(asked) => {
              add.mutate(asked);
            }}
          />
        )}
        {[add, change, remove].map(({ error }, at) => error && <Failure key={at} error={error} />)}
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

/** Whether they can sign in. Only the operator invites somebody again who has a role already. */
function Access({
  of: { state, time_invitation_expires: expires },
}: {
  readonly of: Pick<Member, 'state' | 'time_invitation_expires'>;
}) {
  switch (state) {
    case 'invited':
      return (
        <span>
          <Badge tone="warn">Invited</Badge>
          <span className="quiet small">
            {' '}
            until <Time at={expires} />
          </span>
        </span>
      );
    case 'expired':
      return (
        <span>
          <Badge tone="bad">Invitation expired</Badge>
          <span className="quiet small"> Remove them, and invite them anew.</span>
        </span>
      );
    case 'active':
      return <Badge tone="good">Active</Badge>;
    case 'removed':
      return <Badge tone="plain">Removed</Badge>;
  }
}

function useChanges(app: string, onInvited: (invitation: string | undefined) => void) {
  const { because } = useApplication();
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const refresh = () => queries.invalidateQueries({ queryKey: [app, 'members'] });
  const add = useShownOnce({
    ask: (asked: AskedMember) => confirmed(() => because(reason).members.add(asked)),
    onMade: async (made) => {
      onInvited(made.invitation ?? undefined);
      setReason('');
      await refresh();
    },
  });
  const change = useMutation({
    mutationFn: ({ id, to, why }: { readonly id: string; readonly to: Role; readonly why: string }) =>
      confirmed(() => because(why).members.update(id, { role: to })),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id, why }: { readonly id: string; readonly why: string }) =>
      confirmed(() => because(why).members.remove(id)),
    onSuccess: refresh,
  });
  return { add, change, remove, reason, setReason };
}

function NewMember({
  isBusy,
  reason,
  onReason,
  onAsked,
}: {
  readonly isBusy: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onAsked: (asked: AskedMember) => void;
}) {
  return (
    <Panel
      title="Invite somebody"
      about="Owner: everything. Developer: policies, settings, webhooks. Auditor: reads. Support: looks up."
    >
      <form
        className="inline-form panel-body"
        onSubmit={(event) => {
          event.preventDefault();
          const email = fieldOf(event.currentTarget, 'email');
          onAsked({
            name: fieldOf(event.currentTarget, 'name'),
            ...(email !== '' && { email }),
            role: fieldOf(event.currentTarget, 'role') as Role,
          });
        }}
      >
        <label className="field">
          <span>Name</span>
          <input name="name" required maxLength={255} autoComplete="off" />
        </label>
        <label className="field">
          <span>E-mail (to sign in with your organization)</span>
          <input name="email" type="email" maxLength={320} autoComplete="off" />
        </label>
        <label className="field">
          <span>Role</span>
          <select name="role" defaultValue="developer">
            {roles.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <ReasonField {...{ reason, onReason }} />
        <button type="submit" className="primary" disabled={isBusy}>
          Invite
        </button>
      </form>
    </Panel>
  );
}

/** A key that is pressed by accident changes nothing: the role is as it was until the person has confirmed another. */
function RoleChoice({
  of: { name, role },
  onChosen,
}: {
  readonly of: { readonly name: string; readonly role: Role };
  readonly onChosen: (role: Role, reason: string) => void;
}) {
  const [chosen, setChosen] = useState<Role>();
  return (
    <>
      <select
        aria-label={`Role of ${name}`}
        value={role}
        onChange={(event) => {
          setChosen(event.target.value as Role);
        }}
      >
        {roles.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      {chosen !== undefined && (
        <Confirmation
          question={`Change the role of ${name}?`}
          consequence={`From ${role} to ${chosen}: ${abilities[chosen]}. It holds at once.`}
          label="Change role"
          tone="primary"
          onClose={() => {
            setChosen(undefined);
          }}
          onConfirmed={(why) => {
            onChosen(chosen, why);
          }}
        />
      )}
    </>
  );
}
