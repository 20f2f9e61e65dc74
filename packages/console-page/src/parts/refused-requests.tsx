import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { whyRefused, type RefusedRequest } from '../refused-request.ts';
import { refusalsOf, type Clue } from '../trail.ts';
import { useApplication } from './access.ts';
import { Panel } from './screen.tsx';
import { Failure } from './states.tsx';
import { Badge, Facts, Id, Time } from './values.tsx';

const mostShown = 20;

/** As `refusalsOf`. `isKnown`: what they are of is known by now. */
export function useRefusedRequests(clue: Clue | undefined, isKnown: boolean) {
  const { app, api } = useApplication();
  return useQuery({
    queryKey: [app, 'refusals', clue],
    enabled: isKnown && clue?.kind !== 'decision',
    queryFn: () => refusalsOf(api, clue),
  });
}

export function RefusedRequests({
  of: { data, isError, error, refetch },
  clue,
}: {
  readonly of: ReturnType<typeof useRefusedRequests>;
  readonly clue: Clue | undefined;
}) {
  if (isError) return <Failure error={error} retry={() => void refetch()} />;
  if (!data || (clue && data.length === 0)) return null;
  if (clue?.kind === 'trace') return data.map((one, at) => <Refused key={at} of={one} />);
  return (
    <Panel
      title={clue ? 'Refused without a decision' : 'Refused lately without a decision'}
      about="Such as by a token, a field or a limit. The newest of the last eight days; some may be missing."
    >
      {data.length === 0 && <p className="quiet panel-body">Nothing was refused.</p>}
      <ul className="rows">
        {data.slice(0, mostShown).map((one, at) => (
          <li key={at}>
            <Link to="." search={{ of: one.trace_id }}>
              <Badge tone="bad">{one.status}</Badge>
              <code>{one.code}</code>
              <span className="quiet grow">{whyRefused(one)}</span>
              <span className="end quiet">
                <Time at={one.time} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Refused({ of: one }: { readonly of: RefusedRequest }) {
  return (
    <Panel title="Refused without a decision" about="No policy looked at it. Its token is not kept.">
      <div className="panel-body">
        <p>{whyRefused(one)}</p>
        <Facts
          of={[
            ['Time', <Time at={one.time} />],
            [
              'Request',
              <code>
                {one.method} {one.path}
              </code>,
            ],
            ['Answer', one.status],
            ['Error', <code>{one.code}</code>],
            ...(one.reason === null ? [] : [['Check that failed', <code>{one.reason}</code>] as const]),
            ...(one.subject === null ? [] : [['User', <code>{one.subject}</code>] as const]),
            ...(one.issuer === null ? [] : [['Issuer', <code>{one.issuer}</code>] as const]),
            ['Trace', <Id value={one.trace_id} />],
          ]}
        />
      </div>
    </Panel>
  );
}
