import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useParameters } from '../parts/address.ts';
import { takeFrom } from '../api.ts';
import { useApplication } from '../parts/access.ts';
import { ApiCall } from '../parts/api-call.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Id, Json, Outcome, Skeleton, Time } from '../parts/states.tsx';

const mostEntries = 20;

/** Why a signature was allowed or denied: the rules with their values, and what the journal has of it. */
export function DecisionScreen() {
  const { app, api, role } = useApplication();
  const { id = '' } = useParameters();
  const decision = useQuery({ queryKey: [app, 'decision', id], queryFn: () => api.decisions.get(id) });
  const { data } = decision;
  const mayReadJournal = role !== 'support';
  const journal = useQuery({
    queryKey: [app, 'journal', 'of', id],
    enabled: data !== undefined && mayReadJournal,
    queryFn: async () => {
      const at = Math.floor(Date.parse(data?.time ?? '') / 1000);
      const query = { wallet_id: data?.wallet_id ?? '', since: String(at - 60), until: String(at + 60) };
      return takeFrom(api.audit.list(query), mostEntries);
    },
  });
  return (
    <Screen title="Why?" about="One decision, with the values that it saw.">
      {decision.isPending && <Skeleton rows={10} />}
      {decision.isError && <Failure error={decision.error} retry={() => void decision.refetch()} />}
      {data && (
        <>
          <dl className="facts">
            <Fact term="Outcome">
              <Outcome outcome={data.outcome} />
            </Fact>
            <Fact term="Reason">
              <code>{data.reason}</code>
            </Fact>
            <Fact term="Time">
              <Time at={data.time} />
            </Fact>
            <Fact term="What">
              {data.chain} {data.operation} <code>{data.method}</code>
            </Fact>
            <Fact term="Wallet">
              <Link to={`/a/${app}/activity`} search={{ wallet_id: data.wallet_id }}>
                <Id value={data.wallet_id} />
              </Link>
            </Fact>
            <Fact term="Policy revision">{data.policy_revision}</Fact>
          </dl>
          <section>
            <h2>Rules that decided</h2>
            {data.rules.length === 0 ? <Empty title="No rule fired" /> : <Json value={data.rules} />}
          </section>
          {data.unmet && data.unmet.length > 0 && (
            <section>
              <h2>Rules that could have allowed it</h2>
              <Json value={data.unmet} />
            </section>
          )}
          {mayReadJournal && (
            <section>
              <h2>In the journal</h2>
              {journal.isPending && <Skeleton rows={3} />}
              {journal.isError && <Failure error={journal.error} />}
              {journal.data && <Json value={journal.data} />}
            </section>
          )}
          <section>
            <h2>Whole record</h2>
            <Json value={data} />
          </section>
        </>
      )}
      <ApiCall
        calls={[{ method: 'GET', path: `/v1/decision/${id}`, sdk: `await server.decisions.get('${id}')` }]}
      />
    </Screen>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
