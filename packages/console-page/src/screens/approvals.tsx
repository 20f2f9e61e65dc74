import { Link } from '@tanstack/react-router';
import { subjectOfChange, titleOfChange, type ChangeRequest } from '../change-text.ts';
import { useApplication } from '../parts/access.ts';
import { ApprovalRule, approvalRuleCall } from '../parts/approval-rule.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { namesCalls, useNames } from '../parts/names.ts';
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
      moreCalls={[approvalRuleCall, ...namesCalls]}
      cursor="before"
      hasNews
      empty="No change waits for approvals"
      advice={<p className="quiet">Say above which changes need them. They are listed here then.</p>}
      keyOf={(one) => one.id}
      columns={[
        { title: 'State', cell: (one) => <State of={one} /> },
        {
          title: 'Change',
          cell: (one) => <Link to={`/a/${app}/approvals/${one.id}`}>{entitled(one)}</Link>,
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
      <ApprovalRule isOwner={role === 'owner'} />
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
export function entitled(request: ChangeRequest): string {
  const subject = subjectOfChange(request);
  return subject === undefined ? titleOfChange(request) : `${titleOfChange(request)}: ${subject}`;
}

export function State({ of: { state } }: { readonly of: ChangeRequest }) {
  const [tone, text] = states[state];
  return <Badge tone={tone}>{text}</Badge>;
}
