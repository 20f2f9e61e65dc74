import { Link } from '@tanstack/react-router';
import { contentOf, titleOfSignature, type SignatureRequest } from '../signature-request.ts';
import { useApplication } from '../parts/access.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { Badge, Id, Time, type Tone } from '../parts/values.tsx';

/** Signatures that a rule lets owners approve. */
export function Signatures() {
  const { app, api } = useApplication();
  return (
    <ListScreen
      title="Signature requests"
      about="Signatures that owners must approve, because a rule with the action require_approval says so."
      name={[app, 'signatures']}
      list={(query) => api.signatureRequests.list(query)}
      call={(query) => ({
        method: 'GET',
        path: `/v1/signature_request${query}`,
        sdk: 'server.signatureRequests.list({ … })',
      })}
      cursor="before"
      hasNews
      empty="No signature waits for approvals"
      advice={<p className="quiet">Rules with the action require_approval make signatures wait here.</p>}
      keyOf={(one) => one.id}
      columns={[
        { title: 'State', cell: (one) => <SignatureState of={one} /> },
        {
          title: 'Signature',
          cell: (one) => (
            <Link to={`/a/${app}/signatures/${one.id}`}>{titleOfSignature(contentOf(one))}</Link>
          ),
        },
        { title: 'Policy', cell: (one) => contentOf(one).demanded_by?.[0]?.policy_name ?? '–' },
        { title: 'User', cell: (one) => contentOf(one).subject },
        { title: 'Address', cell: (one) => <Id value={contentOf(one).address} /> },
        { title: 'Approvals', cell: (one) => `${one.approvals.length} of ${one.needed}` },
        { title: 'Asked', cell: (one) => <Time at={one.time_created} /> },
      ]}
    />
  );
}

const states: Readonly<Record<SignatureRequest['state'], readonly [Tone, string]>> = {
  open: ['warn', 'Waits'],
  approved: ['good', 'Approved'],
  signed: ['good', 'Signed'],
  used: ['plain', 'Signed, used up'],
  expired: ['plain', 'Expired'],
  declined: ['plain', 'Declined'],
};

export function SignatureState({ of: { state } }: { readonly of: SignatureRequest }) {
  const [tone, text] = states[state];
  return <Badge tone={tone}>{text}</Badge>;
}
