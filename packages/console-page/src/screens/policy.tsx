import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useParameters } from '../parts/address.ts';
import { takeFrom } from '../api.ts';
import { useApplication } from '../parts/access.ts';
import { ApiCall } from '../parts/api-call.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { Difference } from '../parts/difference.tsx';
import { Screen } from '../parts/screen.tsx';
import { Failure, Json, Skeleton, Time } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';

type Api = ReturnType<typeof useApplication>['api'];
type Policy = Awaited<ReturnType<Api['policies']['get']>>;
type Draft = Parameters<Api['policies']['create']>[0];

const example = {
  name: 'Short messages only',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'short',
      method: 'personal_sign',
      action: 'ALLOW',
      conditions: [{ field_source: 'message', field: 'length', operator: 'lt', value: 100 }],
    },
  ],
};
const sample = { chain: 'ETH', message_base64: 'aGVsbG8=' };
const given = ['name', 'chain', 'scope', 'scope_id', 'is_active', 'rules'] as const;

/** One policy: its text, a dry run, and its earlier revisions. */
export function PolicyScreen() {
  const { app, api, role } = useApplication();
  const { id = '' } = useParameters();
  const isNew = id === 'new';
  const policy = useQuery({
    queryKey: [app, 'policy', id],
    enabled: !isNew,
    queryFn: () => api.policies.get(id),
  });
  const mayChange = role === 'owner' || role === 'developer';
  return (
    <Screen
      title={isNew ? 'New policy' : (policy.data?.name ?? 'Policy')}
      about="Policies can’t be bypassed."
    >
      {!isNew && policy.isPending && <Skeleton />}
      {policy.isError && <Failure error={policy.error} retry={() => void policy.refetch()} />}
      {(isNew || policy.data) && (
        <Editor key={id} app={app} api={api} policy={policy.data} mayChange={mayChange} />
      )}
      {policy.data && <Revisions app={app} api={api} policy={policy.data} />}
      <ApiCall
        calls={[
          isNew
            ? { method: 'POST', path: '/v1/policy', sdk: 'await server.policies.create({ … })' }
            : {
                method: 'PATCH',
                path: `/v1/policy/${id}`,
                sdk: `await server.policies.update('${id}', { … })`,
              },
          { method: 'POST', path: '/v1/policy/evaluate', sdk: 'await server.policies.evaluate({ … })' },
        ]}
      />
    </Screen>
  );
}

function Editor({
  app,
  api,
  policy,
  mayChange,
}: {
  readonly app: string;
  readonly api: Api;
  readonly policy: Policy | undefined;
  readonly mayChange: boolean;
}) {
  const [text, setText] = useState(() => JSON.stringify(policy ? shown(policy) : example, undefined, 2));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const confirmed = useConfirmed();
  const field = useId();
  const save = useMutation({
    mutationFn: () =>
      confirmed(async () => {
        const draft = JSON.parse(text) as Draft;
        const {
          chain: _chain,
          scope: _scope,
          scope_id: _id,
          ...changes
        } = draft as Draft & { scope_id?: string };
        return policy ? api.policies.update(policy.id, changes) : api.policies.create(draft);
      }),
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
  const problem = jsonProblem(text);
  return (
    <section className="columns">
      <div>
        <label htmlFor={field}>Policy (JSON)</label>
        <textarea
          id={field}
          className="code"
          rows={22}
          spellCheck={false}
          readOnly={!mayChange}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <p className="field-error" role="alert">
          {problem}
        </p>
        {[save, remove].map(({ error }, at) => error && <Failure key={at} error={error} />)}
        {mayChange && (
          <Buttons
            isNew={policy === undefined}
            canSave={problem === undefined && !save.isPending}
            onSave={() => {
              save.mutate();
            }}
            onDelete={() => {
              remove.mutate();
            }}
          />
        )}
      </div>
      <DryRun api={api} draft={problem === undefined ? text : undefined} />
    </section>
  );
}

function Buttons({
  isNew,
  canSave,
  onSave,
  onDelete,
}: {
  readonly isNew: boolean;
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onDelete: () => void;
}) {
  return (
    <div className="actions">
      {!isNew && (
        <DangerButton
          label="Delete"
          question="Delete this policy?"
          consequence="Its rules no longer apply, on every replica."
          onConfirmed={onDelete}
        />
      )}
      <button type="button" className="primary" disabled={!canSave} onClick={onSave}>
        {isNew ? 'Create' : 'Save'}
      </button>
    </div>
  );
}

/** Asks the service itself, so that it decides here as it will later. */
function DryRun({ api, draft }: { readonly api: Api; readonly draft: string | undefined }) {
  const [request, setRequest] = useState(() => JSON.stringify(sample, undefined, 2));
  const field = useId();
  const run = useMutation({
    mutationFn: () =>
      api.policies.evaluate({
        ...(JSON.parse(request) as object),
        policy: JSON.parse(draft ?? '{}') as object,
      } as never),
  });
  return (
    <div>
      <label htmlFor={field}>Dry run: a request</label>
      <textarea
        id={field}
        className="code"
        rows={8}
        spellCheck={false}
        value={request}
        onChange={(event) => {
          setRequest(event.target.value);
        }}
      />
      <div className="actions">
        <button
          type="button"
          disabled={draft === undefined || jsonProblem(request) !== undefined || run.isPending}
          onClick={() => {
            run.mutate();
          }}
        >
          Try this policy
        </button>
      </div>
      {run.isError && <Failure error={run.error} />}
      {run.data !== undefined && <Json value={run.data} />}
    </div>
  );
}

const mostRevisions = 50;

function Revisions({
  app,
  api,
  policy,
}: {
  readonly app: string;
  readonly api: Api;
  readonly policy: Policy;
}) {
  const revisions = useQuery({
    queryKey: [app, 'policy', policy.id, 'revisions'],
    queryFn: () => takeFrom(api.policies.revisions(policy.id), mostRevisions),
  });
  return (
    <section>
      <h2>Revisions</h2>
      {revisions.isPending && <Skeleton rows={3} />}
      {revisions.isError && <Failure error={revisions.error} />}
      {revisions.data?.map((one, at) => {
        const { time, revision } = one;
        const earlier = revisions.data[at + 1];
        return (
          <details key={revision}>
            <summary>
              Revision {revision} · <Time at={time} />
            </summary>
            <Difference before={earlier} after={one} />
          </details>
        );
      })}
    </section>
  );
}

function shown(policy: Policy): object {
  const whole = policy as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    given.flatMap((name) => (whole[name] === undefined || whole[name] === null ? [] : [[name, whole[name]]])),
  );
}

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not JSON.';
  }
}
