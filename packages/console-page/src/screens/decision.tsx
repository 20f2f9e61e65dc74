import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApplication } from '../parts/access.ts';
import { useParameters } from '../parts/address.ts';
import { GivenApprovals } from '../parts/given-approvals.tsx';
import { RuleRecords, sentenceOf, type Decision } from '../parts/rule.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { Failure, Notice, Skeleton } from '../parts/states.tsx';
import { Trail, useTrail } from '../parts/trail-panel.tsx';
import { Facts, Id, Json, Time } from '../parts/values.tsx';
import { callsOfClue } from '../trail-calls.ts';

/** Why a signature was allowed or denied: the rules with their values, and what followed. */
export function DecisionScreen() {
  const { app, api } = useApplication();
  const { id = '' } = useParameters();
  const decision = useQuery({ queryKey: [app, 'decision', id], queryFn: () => api.decisions.get(id) });
  const { calls } = useTrail(decision.data);
  return (
    <Screen
      title="Why?"
      about="One decision, with the values that it saw."
      within={{ title: 'Activity', to: `/a/${app}/activity` }}
      calls={[...callsOfClue({ kind: 'decision', id }, [], []), ...calls]}
    >
      {decision.isPending && (
        <section className="panel">
          <Skeleton rows={10} />
        </section>
      )}
      {decision.isError && <Failure error={decision.error} retry={() => void decision.refetch()} />}
      {decision.data && <Explanation decision={decision.data} />}
    </Screen>
  );
}

const verdicts = {
  allow: ['good', 'It was allowed'],
  deny: ['bad', 'It was denied'],
  require_mfa: ['warn', 'It needs a second factor'],
  require_approval: ['warn', 'It needs approvals'],
} as const;

/** All that is known of one decision. */
export function Explanation({ decision }: { readonly decision: Decision }) {
  const { app, role } = useApplication();
  const [tone, verdict] = verdicts[decision.outcome];
  return (
    <>
      <Notice tone={tone} title={verdict}>
        <p>{sentenceOf(decision)}</p>
      </Notice>
      <Approvers app={app} of={decision.approval} />
      <section className="panel" aria-label="What was asked for">
        <div className="panel-body">
          <Facts
            of={[
              ['Time', <Time at={decision.time} />],
              ['Chain', decision.chain],
              ['Method', <code>{decision.method}</code>],
              ['Reason', <code>{decision.reason}</code>],
              [
                'Wallet',
                <>
                  <Id value={decision.wallet_id} />{' '}
                  <Link to={`/a/${app}/activity`} search={{ wallet_id: decision.wallet_id }}>
                    its activity
                  </Link>
                </>,
              ],
              ['Policies at revision', decision.policy_revision],
              ['Decision', <Id value={decision.id} />],
              ['Payload (SHA-256)', <Id value={decision.payload_hashes[0]} />],
            ]}
          />
        </div>
      </section>
      <Claims of={decision.claims} />
      <Rules app={app} decision={decision} />
      {role === 'support' ? (
        <p className="quiet">
          Your role reads no journal and no deliveries of webhooks. An auditor can look.
        </p>
      ) : (
        <Trail decision={decision} />
      )}
      <section className="panel">
        <details className="panel-body">
          <summary>Whole record</summary>
          <Json value={decision} />
        </details>
      </section>
    </>
  );
}

/** The owners on whose approvals the decision relied, or still waits. */
function Approvers({ app, of: approval }: { readonly app: string; readonly of: Decision['approval'] }) {
  if (!approval) return null;
  const { request_id: request, needed, approvals } = approval;
  return (
    <GivenApprovals
      of={{ needed, approvals: approvals.map(({ time, ...given }) => ({ ...given, time_created: time })) }}
      aside={<Link to={`/a/${app}/signatures/${request}`}>What they approve</Link>}
    />
  );
}

const times = ['iat', 'nbf', 'exp', 'auth_time'];

/** Of the token that was used. Older decisions, and large tokens, have none. */
function Claims({ of: claims }: { readonly of: Decision['claims'] }) {
  if (!claims) return null;
  return (
    <Panel title="Claims of the token" about="As the service verified it. Nothing else of a token is kept.">
      <div className="panel-body">
        <Facts
          of={Object.entries(claims).map(([name, value]) => [
            name,
            times.includes(name) && typeof value === 'number' ? (
              <Time key={name} at={value} />
            ) : (
              <code key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
            ),
          ])}
        />
      </div>
    </Panel>
  );
}

function Rules({ app, decision }: { readonly app: string; readonly decision: Decision }) {
  const { rules, unmet = [], caused_by: causes = [], mfa } = decision;
  return (
    <>
      <Panel title="Rules that decided">
        {rules.length === 0 ? (
          <p className="quiet panel-body">No rule fired.</p>
        ) : (
          <div className="panel-body">
            <RuleRecords app={app} rules={rules} />
          </div>
        )}
      </Panel>
      {mfa && (
        <Notice tone="warn" title="A second factor is asked for">
          <p>
            {mfa.max_age_seconds !== undefined &&
              `At most ${Math.round(mfa.max_age_seconds / 60)} minutes old. `}
            {mfa.acr_values && mfa.acr_values.length > 0 && `acr: ${mfa.acr_values.join(', ')}`}
          </p>
        </Notice>
      )}
      {unmet.length > 0 && (
        <Panel title="Rules that could have allowed it" about="And what each of them misses.">
          <div className="panel-body">
            <RuleRecords app={app} rules={unmet} />
          </div>
        </Panel>
      )}
      {causes.length > 0 && (
        <Panel title="Policies that denied it by being active">
          <ul className="rows">
            {causes.map((one) => (
              <li key={one.policy_id}>
                <Link to={`/a/${app}/policies/${one.policy_id}`}>{one.policy_name}</Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
