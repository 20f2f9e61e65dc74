import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operator } from '../api.ts';
import type { Call } from '../call-text.ts';
import { fieldOf } from '../form.ts';
import { takeFrom } from '../lists.ts';
import type { Role } from '../parts/access.ts';
import { useFilters } from '../parts/address.ts';
import { ConfirmedButton } from '../parts/danger-button.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { Panel } from '../parts/screen.tsx';
import { Failure } from '../parts/states.tsx';

export type AskedPerson = Parameters<typeof operator.people.invite>[0];

const roles: readonly Role[] = ['owner', 'developer', 'auditor', 'support'];
const mostListed = 500;

export const applicationsCall: Call = {
  ...{ method: 'GET', path: '/v1/admin/application?limit=100' },
  sdk: 'for await (const application of operator.applications.list({ … })) …',
};

/** The oldest of them, and the one that the person comes from. */
function useApplications(from: string) {
  return useQuery({
    queryKey: ['operator', 'applications', 'to-invite', from],
    queryFn: async () => {
      const listed = await takeFrom(operator.applications.list({ limit: '100' }), mostListed);
      const isThere = from === '' || listed.some(({ id }) => id === from);
      return isThere ? listed : [await operator.applications.get(from), ...listed];
    },
  });
}

/** Invites an operator, or somebody with a role in an application. The address may say in which. */
export function InvitationForm({
  isBusy,
  onAsked,
}: {
  readonly isBusy: boolean;
  readonly onAsked: (asked: AskedPerson, reason: string) => void;
}) {
  const { application_id: from = '' } = useFilters();
  const [chosen, setChosen] = useState(from);
  const [reason, setReason] = useState('');
  const applications = useApplications(from);
  const isCut = (applications.data?.length ?? 0) >= mostListed;
  return (
    <Panel
      title="Invite somebody"
      about={`To work with an application, or to operate the installation.${
        isCut
          ? ` The oldest ${mostListed} applications are here. For another one, begin at Applications.`
          : ''
      }`}
    >
      {applications.isError && <Failure error={applications.error} />}
      <form
        className="inline-form panel-body"
        onSubmit={(event) => {
          event.preventDefault();
          onAsked(askedIn(event.currentTarget), reason);
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
          <span>Application</span>
          <select
            name="application"
            value={chosen}
            onChange={(event) => {
              setChosen(event.target.value);
            }}
          >
            <option value="">None: an operator</option>
            {applications.data?.map(({ id, name }) => (
              // Several may have one name.
              <option key={id} value={id}>{`${name} (…${id.slice(-6)})`}</option>
            ))}
          </select>
        </label>
        {chosen !== '' && (
          <label className="field">
            <span>Role</span>
            <select name="role">
              {roles.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        )}
        <ReasonField reason={reason} onReason={setReason} />
        <button type="submit" className="primary" disabled={isBusy || !applications.data}>
          Invite
        </button>
      </form>
    </Panel>
  );
}

function askedIn(form: HTMLFormElement): AskedPerson {
  const [name, email] = [fieldOf(form, 'name'), fieldOf(form, 'email')];
  const newcomer = { name, ...(email !== '' && { email }) };
  const application = fieldOf(form, 'application');
  if (application === '') return { ...newcomer, is_operator: true };
  return { ...newcomer, application_id: application, role: fieldOf(form, 'role') as Role };
}

/** For somebody who has lost their passkeys, or their invitation. */
export function InviteAgain({
  name,
  onConfirmed,
}: {
  readonly name: string;
  readonly onConfirmed: (reason: string) => void;
}) {
  return (
    <ConfirmedButton
      label="Invite again"
      question={`Invite ${name} again?`}
      consequence={
        'Whoever has the link makes a passkey for them, so make sure first that it is them who asks. An earlier ' +
        'invitation ends. The passkeys that they have go on working.'
      }
      onConfirmed={onConfirmed}
    />
  );
}
