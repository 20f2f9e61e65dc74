import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { subjectOfChange, titleOfChange, type ChangeRequest } from '../change-text.ts';
import { useApplication } from '../parts/access.ts';
import { useNames } from '../parts/names.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { Panel } from '../parts/screen.tsx';
import { Failure, Notice } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { Badge, Time, type Tone } from '../parts/values.tsx';

/** Changes that several owners must approve, and which those are. */
export function Approvals() {
  const { app, api, role } = useApplication();
  const nameOf = useNames();
  return (
    <ListScreen
      title="Approvals"
      about="Changes that several owners must approve before they take force. They wait for a week."
      name={[app, 'approvals']}
      list={(query) => api.changeRequests.list(query)}
      call={(query) => ({
        method: 'GET',
        path: `/v1/change_request${query}`,
        sdk: 'server.changeRequests.list({ … })',
      })}
      cursor="before"
      hasNews
      empty="No change waits for approvals"
      advice={<p className="quiet">Say above which changes need them. They are listed here then.</p>}
      keyOf={(one) => one.id}
      columns={[
        { title: 'State', cell: (one) => <State of={one} /> },
        {
          title: 'Change',
          cell: (one) => <Link to={`/a/${app}/approvals/${one.id}`}>{entitled(one, nameOf)}</Link>,
        },
        { title: 'Why', cell: (one) => one.reason ?? <span className="quiet">–</span> },
        {
          title: 'Asked by',
          cell: (one) => nameOf(one.asked_by) + (one.state === 'lapsed' ? ', who may not any more' : ''),
        },
        { title: 'Approvals', cell: (one) => `${one.approvals.length} of ${one.needed}` },
        { title: 'Asked', cell: (one) => <Time at={one.time_created} /> },
      ]}
    >
      <Rule isOwner={role === 'owner'} />
    </ListScreen>
  );
}

const states: Readonly<Record<ChangeRequest['state'], readonly [Tone, string]>> = {
  open: ['warn', 'Waits'],
  lapsed: ['plain', 'Closed'],
  expired: ['plain', 'Expired'],
  begun: ['warn', 'Has begun'],
  done: ['good', 'Done'],
  failed: ['bad', 'Failed'],
  declined: ['plain', 'Declined'],
};

/** What a change is, with the name of what it is about. */
export function entitled(request: ChangeRequest, nameOf: (id: string) => string): string {
  const labelOf = (key: string) => /“(.+)”/.exec(nameOf(key))?.[1];
  const subject = subjectOfChange(request, (id) => (id.startsWith('per_') ? nameOf(id) : labelOf(id)));
  return subject === undefined ? titleOfChange(request) : `${titleOfChange(request)}: ${subject}`;
}

export function State({ of: { state } }: { readonly of: ChangeRequest }) {
  const [tone, text] = states[state];
  return <Badge tone={tone}>{text}</Badge>;
}

const scopes = [
  ['policies', 'policies'],
  ['settings', 'settings'],
  ['providers', 'identity providers'],
  ['webhooks', 'webhooks'],
  ['keys', 'secret keys'],
  ['members', 'people, and this rule'],
] as const;

function Rule({ isOwner }: { readonly isOwner: boolean }) {
  const { app, api } = useApplication();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const rule = useQuery({ queryKey: [app, 'approval rule'], queryFn: () => api.approvalRule.get() });
  const set = useMutation({
    mutationFn: (changed: Parameters<typeof api.approvalRule.set>[0]) =>
      confirmed(() => api.approvalRule.set(changed)),
    onSuccess: () => queries.invalidateQueries({ queryKey: [app] }),
  });
  const { data } = rule;
  return (
    <Panel
      title="Which changes"
      about="Nobody makes these alone: no owner, and no secret key. The last owner who is needed has it carried out."
      aside={
        <Badge tone={data && data.needed > 0 ? 'good' : 'plain'}>
          {data ? (data.needed === 0 ? 'Off' : 'On') : '…'}
        </Badge>
      }
    >
      {rule.isError ? (
        <Failure error={rule.error} retry={() => void rule.refetch()} />
      ) : (
        <form
          key={JSON.stringify(data)}
          className="panel-body"
          aria-busy={!data}
          onSubmit={(event) => {
            event.preventDefault();
            const given = new FormData(event.currentTarget);
            const needed = Number(given.get('needed'));
            const chosen = scopes.map(([scope]) => scope).filter((scope) => given.get(scope) !== null);
            set.mutate({ needed, scopes: needed === 0 ? [] : [...new Set([...chosen, 'members' as const])] });
          }}
        >
          <div className="form-row">
            <label className="field">
              <span>Owners who must approve</span>
              <select name="needed" defaultValue={data?.needed ?? 0} disabled={!isOwner || !data}>
                {Array.from({ length: 11 }, (_, count) => (
                  <option key={count} value={count}>
                    {count === 0 ? 'None: everybody as their role says' : count}
                  </option>
                ))}
              </select>
            </label>
            <fieldset disabled={!isOwner || !data}>
              <legend className="legend-text">Changes of</legend>
              <div className="choices">
                {scopes.map(([scope, text]) => (
                  <label key={scope} className="check small">
                    <input type="checkbox" name={scope} defaultChecked={data?.scopes.includes(scope)} />{' '}
                    {text}
                  </label>
                ))}
              </div>
            </fieldset>
          </div>
          <SignaturesAndExports />
          {set.isError && <Failure error={set.error} />}
          {set.isSuccess && <Notice tone="good" title="The rule holds" />}
          {isOwner && <ReasonField />}
          {isOwner && (
            <div className="actions">
              <button type="submit" disabled={!data || set.isPending}>
                Save the rule
              </button>
            </div>
          )}
        </form>
      )}
    </Panel>
  );
}

/** What the rule cannot hold, and what does. */
function SignaturesAndExports() {
  const { app } = useApplication();
  return (
    <p className="quiet">
      Signatures and exports of keys are no changes: they need a token of the user, which does not last until
      owners have approved. A <Link to={`/a/${app}/policies`}>policy</Link> with the action{' '}
      <code>require_approval</code> makes them wait, exports by the method <code>exportPrivateKey</code>.
      Owners approve them at <Link to={`/a/${app}/signatures`}>Signature requests</Link>. Tick policies and
      settings here, so that nobody turns that policy off alone.
    </p>
  );
}
