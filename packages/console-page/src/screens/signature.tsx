import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  contentOf,
  isOfExport,
  titleOfSignature,
  type Content,
  type SignatureRequest,
} from '../signature-request.ts';
import { useAccess, useApplication } from '../parts/access.ts';
import { useParameters } from '../parts/address.ts';
import { DangerButton } from '../parts/danger-button.tsx';
import { GivenApprovals } from '../parts/given-approvals.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { Failure, Notice, Skeleton } from '../parts/states.tsx';
import { Facts, Id, Json, Time } from '../parts/values.tsx';
import { approveSignature } from '../passkeys.ts';
import { SignatureState } from './signatures.tsx';

/** One signature that owners approve with their passkeys: what would be signed, decoded, and who has approved it. */
export function Signature() {
  const { app, api } = useApplication();
  const { id = '' } = useParameters();
  const request = useQuery({
    queryKey: [app, 'signatures', id],
    queryFn: () => api.signatureRequests.get(id),
  });
  const { data } = request;
  const isExport = data !== undefined && isOfExport(data);
  return (
    <Screen
      title={data ? titleOfSignature(contentOf(data)) : 'Signature request'}
      about={
        isExport
          ? 'An export of a key that owners must approve. It is encrypted to the key of the recipient below.'
          : 'A signature that owners must approve. The policy service decoded it from the bytes that would be signed.'
      }
      within={{ title: 'Signature requests', to: `/a/${app}/signatures` }}
      actions={(data?.state === 'open' || data?.state === 'approved') && <Decision request={data} />}
      calls={[
        {
          method: 'GET',
          path: `/v1/signature_request/${id}`,
          sdk: `await server.signatureRequests.get('${id}')`,
        },
      ]}
    >
      {request.isPending && (
        <section className="panel">
          <Skeleton rows={8} />
        </section>
      )}
      {request.isError && <Failure error={request.error} retry={() => void request.refetch()} />}
      {data && <Shown request={data} />}
    </Screen>
  );
}

function Shown({ request }: { readonly request: SignatureRequest }) {
  const { app } = useApplication();
  const content = contentOf(request);
  const isExport = isOfExport(request);
  const asked = isExport ? 'exported key' : 'signature';
  return (
    <>
      {request.state === 'approved' && (
        <Notice tone="good" title="Enough owners have approved">
          <p>The user gets the {asked} by sending the same request again, with a token that is valid then.</p>
        </Notice>
      )}
      {request.state === 'signed' && (
        <Notice tone="good" title={isExport ? 'It was exported' : 'It was signed'}>
          <p>
            For 10 minutes after the first {isExport ? 'export' : 'signature'} the user may send the same
            request again, because an answer may be lost. Then the approvals are used up.
          </p>
        </Notice>
      )}
      {request.state === 'used' && (
        <Notice
          tone="plain"
          title={`It was ${isExport ? 'exported' : 'signed'}, and its approvals are used up`}
        >
          <p>The same request needs approvals of its own now.</p>
        </Notice>
      )}
      <section className="panel" aria-label="The request">
        <div className="panel-body">
          <Facts
            of={[
              ['State', <SignatureState of={request} />],
              ['User', content.subject],
              ['Identity provider', content.issuer],
              ['Network', content.network],
              ['Address', <Id value={content.address} />],
              [
                'Wallet',
                <Link to={`/a/${app}/activity`} search={{ wallet_id: content.wallet_id }}>
                  {content.wallet_id}
                </Link>,
              ],
              ['Why owners are asked', <Demands of={content.demanded_by} />],
              ['Asked', <Time at={request.time_created} />],
              ['Waits until', <Time at={request.time_expires} />],
              ...(request.decision_id === null
                ? []
                : [
                    [
                      'Decision',
                      <Link to={`/a/${app}/decisions/${request.decision_id}`}>{request.decision_id}</Link>,
                    ] as const,
                  ]),
              ['Hash that passkeys sign', <Id value={request.hash} />],
            ]}
          />
        </div>
      </section>
      <div className="columns">
        <Panel title={isExport ? 'What would be exported' : 'What would be signed'}>
          <div className="panel-body">
            <Json isWhole value={content.operation} />
          </div>
        </Panel>
        <GivenApprovals of={request} />
      </div>
    </>
  );
}

/** The rules that demand approvals, as they are part of what passkeys sign. */
function Demands({ of: rules }: { readonly of: Content['demanded_by'] }) {
  const { app } = useApplication();
  if (!rules) return 'The request is older than this fact.';
  return rules.map(({ policy_id: id, policy_name: name, rule, approvals }) => (
    <div key={`${id} ${rule}`}>
      Rule “{rule}” of the policy <Link to={`/a/${app}/policies/${id}`}>{name}</Link>: {approvals} owner
      {approvals === 1 ? '' : 's'}
    </div>
  ));
}

/** What an owner may do about an open one. */
function Decision({ request }: { readonly request: SignatureRequest }) {
  const { app, api, because, role } = useApplication();
  const { data: access } = useAccess();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [app] });
  const person = access?.person.id ?? '';
  const agree = useMutation({
    mutationFn: () => approveSignature(api, request, person),
    onSettled: refresh,
  });
  const decline = useMutation({
    mutationFn: (why: string) => because(why).signatureRequests.decline(request.id),
    onSettled: refresh,
  });
  const failed = [agree, decline].find(({ isError }) => isError);
  if (role !== 'owner') return null;
  return (
    <>
      {failed?.error && <Failure error={failed.error} />}
      <DangerButton
        label="Decline"
        question={isOfExport(request) ? 'Decline this export?' : 'Decline this signature?'}
        consequence="Approvals that were given count no more. The user may ask again."
        onConfirmed={decline.mutate}
      />
      {!request.approvals.some((one) => one.person_id === person) && (
        <button
          type="button"
          className="primary"
          disabled={agree.isPending}
          onClick={() => {
            agree.mutate();
          }}
        >
          Approve with passkey
        </button>
      )}
    </>
  );
}
