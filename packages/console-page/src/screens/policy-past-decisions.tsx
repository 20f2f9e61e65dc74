import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ServerClient } from '@wallet-service/sdk/server';
import { changesInWords, unjudgedInWords } from '../past-decisions.ts';
import { useApplication } from '../parts/access.ts';
import { useFilters } from '../parts/address.ts';
import { ListFoot, mostExported } from '../parts/list-foot.tsx';
import { sentenceOf } from '../parts/rule.tsx';
import { Panel } from '../parts/screen.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { Empty, Notice, Skeleton } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Badge, Outcome, Time } from '../parts/values.tsx';

type Again = Awaited<ReturnType<ServerClient['policies']['evaluateDecisions']>>;
type Decision = Again['data'][number];

const mostInPage = 100;
const counts = ['25', '50', '100'];
const outcomes = [
  ['', 'All'],
  ['allow', 'Allowed'],
  ['deny', 'Denied'],
  ['require_mfa', 'Second factor'],
  ['require_approval', 'Approvals'],
] as const;
const shows = [
  ['', 'All of them'],
  ['changed', 'Those that change'],
] as const;

type Asked = {
  readonly draft: string | undefined;
  /** The policy that the draft takes the place of. */
  readonly policyId: string | undefined;
  /** Without an error: before the answer. */
  readonly onAsked: (error?: unknown) => void;
};

/** What the draft would have done to real requests. Filters and page are in the URL. */
export function PastDecisions({ draft, policyId, onAsked }: Asked) {
  const search = useFilters();
  const { show, before } = search;
  const navigate = useNavigate();
  const go = (to: string | undefined): void => {
    void navigate({ to: '.', search: { ...search, before: to }, resetScroll: false });
  };
  // Whoever opens the address of a page sees that page.
  const [asked, setAsked] = useState({ draft: before === undefined ? undefined : draft, turn: 0 });
  const { run, all } = useAgain(asked, policyId, onAsked);
  const onlyChanged = show === 'changed';
  return (
    <Panel
      title="Against past decisions"
      about="The service takes its newest decisions again, as if this draft were saved. It signs and records nothing."
    >
      <div className="panel-body stack">
        <form
          className="filters"
          onSubmit={(event) => {
            event.preventDefault();
            setAsked({ draft, turn: asked.turn + 1 });
            if (before !== undefined) go(undefined);
          }}
        >
          <Choice name="last" label="Newest decisions" choices={counts.map((one) => [one, one])} usual="50" />
          <Choice name="was" label="Outcome then" choices={outcomes} />
          <Choice name="show" label="Show" choices={shows} />
          <div className="actions">
            <button type="submit" disabled={draft === undefined || run.isFetching}>
              {run.isFetching ? 'Asking…' : 'Try on past decisions'}
            </button>
          </div>
        </form>
        {run.isError && <Refusal error={run.error} />}
        {run.isFetching && <Skeleton rows={1} />}
        {run.data && <Sums of={run.data} />}
      </div>
      {(run.isFetching || run.data) && <Decisions of={run.data} onlyChanged={onlyChanged} />}
      {(run.isFetching || run.data) && (
        <ListFoot
          file="past-decisions"
          all={all}
          isIn={(one) => !onlyChanged || (one as Decision).is_changed}
          pages={{
            of: 'past decisions',
            isFirst: before === undefined,
            onNext: run.data?.next
              ? () => {
                  go(run.data.next ?? undefined);
                }
              : undefined,
          }}
        />
      )}
    </Panel>
  );
}

/** The page of the URL, for the draft as it was asked for, and all pages for a file. */
function useAgain(
  { draft, turn }: { readonly draft: string | undefined; readonly turn: number },
  policyId: string | undefined,
  onAsked: Asked['onAsked'],
) {
  const { app, api } = useApplication();
  const { last = '50', was, before } = useFilters();
  const pageFrom = (from: string | undefined, limit: number): Promise<Again> =>
    api.policies.evaluateDecisions({
      policy: JSON.parse(draft ?? '{}') as object,
      ...(policyId !== undefined && { policy_id: policyId }),
      ...(was && { outcome: was }),
      ...(from !== undefined && { before: from }),
      limit,
    } as never);
  const run = useQuery({
    // A change of the application does not ask again by itself.
    queryKey: ['past-decisions', app, policyId, draft, turn, last, was, before],
    enabled: draft !== undefined,
    staleTime: Infinity,
    queryFn: async () => {
      onAsked();
      try {
        return await pageFrom(before, Number(last));
      } catch (error) {
        onAsked(error);
        throw error;
      }
    },
  });
  const all = async (): Promise<readonly Decision[]> => {
    const found: Decision[] = [];
    let from: string | undefined;
    do {
      const page = await pageFrom(from, mostInPage);
      found.push(...page.data);
      from = page.next ?? undefined;
    } while (from !== undefined && found.length <= mostExported);
    return found;
  };
  return { run, all };
}

function Choice({
  name,
  label,
  choices,
  usual = '',
}: {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly usual?: string;
}) {
  const search = useFilters();
  const navigate = useNavigate();
  return (
    <label className="field">
      <span>{label}</span>
      <select
        value={search[name] ?? usual}
        onChange={({ target: { value } }) => {
          const kept = value === usual ? undefined : value;
          // What is shown does not change which decisions a page has.
          const page = name === 'show' ? search['before'] : undefined;
          const changed = { ...search, [name]: kept, before: page };
          void navigate({ to: '.', search: changed, replace: true, resetScroll: false });
        }}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Sums({ of: { sums, evaluation_enabled: isOn } }: { readonly of: Again }) {
  return (
    <div role="status" className="stack">
      <p>
        <strong>
          {sums.changed} of {sums.decisions} would change.
        </strong>{' '}
        {changesInWords(sums)}
      </p>
      {sums.not_judged.length > 0 && <p className="quiet">{unjudgedInWords(sums)}</p>}
      {sums.with_assumptions > 0 && (
        <p className="quiet">
          {sums.with_assumptions} depend on what was spent before, which is not known for that time. The
          service takes it that nothing was.
        </p>
      )}
      {!isOn && (
        <Notice tone="warn" title="Policies are turned off for this application">
          <p>These are the decisions as if they were on.</p>
        </Notice>
      )}
    </div>
  );
}

function Decisions({ of, onlyChanged }: { readonly of: Again | undefined; readonly onlyChanged: boolean }) {
  const { app } = useApplication();
  const entries = of?.data.filter((one) => !onlyChanged || one.is_changed);
  if (entries?.length === 0)
    return (
      <Empty title={of?.data.length === 0 ? 'There is no such decision' : 'No decision would change'}>
        <p className="quiet">
          {of?.data.length === 0 ? 'Decisions are kept for 90 days.' : 'Show all of them to see why.'}
        </p>
      </Empty>
    );
  return (
    <Table
      title="Past decisions"
      entries={entries}
      keyOf={(one) => one.decision_id}
      columns={[
        {
          title: 'Decision',
          cell: (one) => (
            <Link to={`/a/${app}/decisions/${one.decision_id}`}>
              <Time at={one.time} />
            </Link>
          ),
        },
        {
          title: 'What',
          cell: (one) => (
            <>
              {one.chain} <code>{one.method}</code>
            </>
          ),
        },
        { title: 'Then', cell: (one) => <Outcome outcome={one.was.outcome} /> },
        { title: 'Now', cell: (one) => <Now of={one} /> },
        { title: 'Because', cell: (one) => <Because of={one} /> },
      ]}
    />
  );
}

function Now({ of: { would_be: wouldBe, is_changed: isChanged } }: { readonly of: Decision }) {
  if (!wouldBe) return <Badge tone="plain">Not judged</Badge>;
  return (
    <>
      <Outcome outcome={wouldBe.outcome} /> {isChanged && <Badge tone="accent">Changes</Badge>}
    </>
  );
}

function Because({ of: { would_be: wouldBe, not_judged: why } }: { readonly of: Decision }) {
  const { app } = useApplication();
  if (!wouldBe) return unjudgedInWords({ not_judged: [{ because: why ?? '', decisions: 1 }] });
  const { rule } = wouldBe;
  if (!rule) return sentenceOf(wouldBe);
  return (
    <>
      {rule.rule}{' '}
      <span className="quiet small">
        of{' '}
        {rule.policy_id === null ? (
          'this draft'
        ) : (
          <Link to={`/a/${app}/policies/${rule.policy_id}`}>{rule.policy_name}</Link>
        )}
      </span>
    </>
  );
}
