import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useParameters } from '../parts/address.ts';
import { useApplication } from '../parts/access.ts';
import type { Call } from '../call-text.ts';
import { DangerButton } from '../parts/danger-button.tsx';
import { Difference } from '../parts/difference.tsx';
import { PolicyHelp } from '../parts/policy-help.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { PolicyEditor } from '../parts/policy-editor.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { Failure, Notice, Skeleton } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { refusalOf, type Refused } from '../policy-refusal.ts';
import { isJson, textOf, valueOf, type Draft, type Policy } from '../policy-text.ts';
import { DryRun } from './policy-dry-run.tsx';
import { PastDecisions } from './policy-past-decisions.tsx';
import { Revisions } from './policy-revisions.tsx';

/** One policy: its text, a dry run, and its earlier revisions. */
export function PolicyScreen() {
  const { app, api } = useApplication();
  const { id = '' } = useParameters();
  const isNew = id === 'new';
  const policy = useQuery({
    queryKey: [app, 'policy', id],
    enabled: !isNew,
    queryFn: () => api.policies.get(id),
  });
  return (
    <Screen
      title={isNew ? 'New policy' : (policy.data?.name ?? 'Policy')}
      about={policy.data?.description ?? 'Its rules hold for every request that they cover.'}
      within={{ title: 'Policies', to: `/a/${app}/policies` }}
      calls={callsOf(id, policy.data)}
    >
      {!isNew && policy.isPending && (
        <section className="panel">
          <Skeleton rows={14} />
        </section>
      )}
      {policy.isError && <Failure error={policy.error} retry={() => void policy.refetch()} />}
      <Warnings of={policy.data} />
      {(isNew || policy.data) && <Editor key={id} policy={policy.data} />}
      {policy.data && <Revisions policy={policy.data} />}
    </Screen>
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
  return [
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

const nothing: readonly Refused[] = [];

function Editor({ policy }: { readonly policy: Policy | undefined }) {
  const { role } = useApplication();
  const before = textOf(policy);
  const [text, setText] = useState(before);
  const [refused, setRefused] = useState(nothing);
  /** Of the newest answer about the draft: none while it is asked for. */
  const onAsked = useCallback((error?: unknown) => {
    setRefused(error === undefined ? nothing : refusalOf(error).inPolicy);
  }, []);
  const changes = useChanges(policy, onAsked);
  const mayChange = role === 'owner' || role === 'developer';
  const valid = isJson(text) ? text : undefined;
  const isChanged = policy === undefined || text !== before;
  return (
    <>
      <section className="columns" aria-label="Editor">
        <div className="stack">
          <Panel title={policy ? 'Rules' : 'Draft'} aside={<PolicyHelp />}>
            <div className="panel-body">
              <PolicyEditor text={before} isReadOnly={!mayChange} refused={refused} onText={setText} />
              {changes.save.isError && <Refusal error={changes.save.error} />}
              {changes.remove.isError && <Failure error={changes.remove.error} />}
              {mayChange && (
                <>
                  <ReasonField />
                  <Actions changes={changes} isNew={!policy} draft={isChanged ? valid : undefined} />
                </>
              )}
            </div>
          </Panel>
          {policy && isChanged && valid !== undefined && <Changes before={before} after={valid} />}
        </div>
        <DryRun draft={valid} onAsked={onAsked} />
      </section>
      <PastDecisions draft={valid} policyId={policy?.id} onAsked={onAsked} />
    </>
  );
}

/** `draft`: what can be saved. */
function Actions({
  changes: { save, remove },
  isNew,
  draft,
}: {
  readonly changes: ReturnType<typeof useChanges>;
  readonly isNew: boolean;
  readonly draft: string | undefined;
}) {
  return (
    <div className="actions">
      {!isNew && (
        <DangerButton
          label="Delete"
          question="Delete this policy?"
          consequence="Its rules no longer apply, on every replica."
          onConfirmed={() => {
            remove.mutate();
          }}
        />
      )}
      <button
        type="button"
        className="primary"
        disabled={draft === undefined || save.isPending}
        onClick={() => {
          save.mutate(JSON.parse(draft ?? '{}') as Draft);
        }}
      >
        {isNew ? 'Create' : 'Save'}
      </button>
    </div>
  );
}

function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <Panel title="What you would change">
      <div className="panel-body">
        <Difference before={valueOf(before)} after={valueOf(after)} />
      </div>
    </Panel>
  );
}

function useChanges(policy: Policy | undefined, onAsked: (error?: unknown) => void) {
  const { app, api } = useApplication();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirmed = useConfirmed();
  const save = useMutation({
    mutationFn: (draft: Draft) =>
      confirmed(() => (policy ? api.policies.update(policy.id, draft) : api.policies.create(draft))),
    onMutate: () => {
      onAsked();
    },
    onError: onAsked,
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: [app] });
      await navigate({ to: `/a/${app}/policies/${saved.id}` });
    },
  });
  const remove = useMutation({
    mutationFn: () => confirmed(() => api.policies.delete(policy?.id ?? '')),
    onSuccess: async () => {
      await navigate({ to: `/a/${app}/policies` });
      await queries.invalidateQueries({ queryKey: [app] });
    },
  });
  return { save, remove };
}
