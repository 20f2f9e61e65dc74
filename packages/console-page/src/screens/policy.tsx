import { useQuery } from '@tanstack/react-query';
import type { Call } from '../call-text.ts';
import { takeFrom } from '../lists.ts';
import { useApplication } from '../parts/access.ts';
import { useParameters } from '../parts/address.ts';
import { namesCalls } from '../parts/names.ts';
import { Screen } from '../parts/screen.tsx';
import { Failure, Notice, Skeleton } from '../parts/states.tsx';
import { textOf, valueOf, type Policy } from '../policy-text.ts';
import { PolicyForm } from './policy-form.tsx';
import { Revisions } from './policy-revisions.tsx';

const mostRevisions = 50;

/** One policy: its text, a dry run, and its earlier revisions. */
export function PolicyScreen() {
  const { app } = useApplication();
  const { id = '' } = useParameters();
  const isNew = id === 'new';
  const { policy, revisions } = useKept(id, !isNew);
  return (
    <Screen
      title={isNew ? 'New policy' : (policy.data?.name ?? 'Policy')}
      about={policy.data?.description ?? 'Its rules hold for every request that they cover.'}
      within={{ title: 'Policies', to: `/a/${app}/policies` }}
      calls={callsOf(id, policy.data)}
    >
      {isNew ? (
        <PolicyForm id={id} revisions={[]} />
      ) : (
        <Kept key={id} id={id} policy={policy} revisions={revisions} />
      )}
    </Screen>
  );
}

function useKept(id: string, enabled: boolean) {
  const { app, api } = useApplication();
  const kept = [app, 'policy', id];
  const policy = useQuery({ queryKey: kept, enabled, queryFn: () => api.policies.get(id) });
  const revisions = useQuery({
    queryKey: [...kept, 'revisions'],
    enabled,
    queryFn: () => takeFrom(api.policies.revisions(id), mostRevisions),
  });
  return { policy, revisions };
}

function Kept({ id, policy, revisions }: { readonly id: string } & ReturnType<typeof useKept>) {
  const isThere = policy.data !== undefined && revisions.data !== undefined;
  // The form says so, and has what the person wrote.
  const wasDeletedMeanwhile = isThere && revisions.data[0]?.change === 'deleted';
  const failed = wasDeletedMeanwhile ? undefined : [policy, revisions].find(({ isError }) => isError);
  return (
    <>
      {!isThere && !failed && (
        <section className="panel">
          <Skeleton rows={14} />
        </section>
      )}
      {failed && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      <Warnings of={policy.data} />
      {isThere && (
        <>
          <PolicyForm id={id} revisions={revisions.data} />
          <Revisions of={revisions.data} />
        </>
      )}
    </>
  );
}

function Warnings({ of: policy }: { readonly of: Policy | undefined }) {
  return policy?.warnings?.map((one) => (
    <Notice key={one.code + one.field} tone="warn" title={one.code}>
      <p>{one.remedy}</p>
    </Notice>
  ));
}

/** With the policy as it is, or with the example that the editor begins with. */
function callsOf(id: string, policy: Policy | undefined): readonly Call[] {
  const body = valueOf(textOf(policy));
  const path = '/v1/policy';
  const save: Call = policy
    ? { method: 'PATCH', path: `${path}/${id}`, sdk: `await server.policies.update('${id}', { … })`, body }
    : { method: 'POST', path, sdk: 'await server.policies.create({ … })', body };
  const found: readonly Call[] = [
    { method: 'GET', path: `${path}/${id}`, sdk: `await server.policies.get('${id}')` },
    { method: 'GET', path: `${path}/${id}/revisions`, sdk: `server.policies.revisions('${id}')` },
    ...namesCalls,
  ];
  return [
    ...(policy ? found : []),
    save,
    {
      ...{ method: 'POST', path: `${path}/evaluate`, sdk: 'await server.policies.evaluate({ … })' },
      body: { chain: 'ETH', message_base64: 'aGVsbG8=', policy: body },
    },
    {
      ...{ method: 'POST', path: `${path}/evaluate/decisions` },
      sdk: 'await server.policies.evaluateDecisions({ … })',
      body: { policy: body, limit: 50 },
    },
  ];
}
