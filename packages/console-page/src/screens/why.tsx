import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Call } from '../call-text.ts';
import { useApplication } from '../parts/access.ts';
import { useFilters } from '../parts/address.ts';
import { ProviderAssistant, useKnownProviders } from '../parts/provider-assistant.tsx';
import { sentenceOf, type Decision } from '../parts/rule.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { Empty, Failure, Skeleton } from '../parts/states.tsx';
import { RefusedRequests, useRefusedRequests } from '../parts/refused-requests.tsx';
import { useTrail } from '../parts/trail-panel.tsx';
import { Outcome, Time } from '../parts/values.tsx';
import { fieldOf } from '../form.ts';
import { callsOfProviders } from '../provider-calls.ts';
import { callsOfClue, callsOfRefusals } from '../trail-calls.ts';
import { cluesIn, follow, type Clue, type Found as FoundByClue } from '../trail.ts';
import { Explanation } from './decision.tsx';

/**
 * From a decision, a trace or a user to why it was denied. Of a request that was refused before a policy looked at it,
 * the service keeps why, and nothing of its token. So the page reads a token's claims when it is pasted.
 */
export function Why() {
  const { app, role } = useApplication();
  const navigate = useNavigate();
  const { text, clue, asked, found, refused } = useFindings();
  const calls = useCalls(asked, found.data);
  return (
    <Screen
      title="Why was it denied?"
      about="Begin with what you have: the trace id of an answer, the id of a decision, or a user."
      calls={calls}
    >
      <form
        className="toolbar panel panel-body"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '.', search: { of: fieldOf(event.currentTarget, 'of') } });
        }}
      >
        <label className="field grow">
          <span>Trace id (x-trace-id), decision id, or user (sub)</span>
          <input
            key={text}
            name="of"
            required
            defaultValue={text}
            autoComplete="off"
            spellCheck={false}
            placeholder="4bf92f3577b34da6a3ce929d0e0e4736"
          />
        </label>
        <div className="actions">
          <button type="submit" className="primary">
            Find out
          </button>
        </div>
      </form>
      {found.isLoading || refused.isLoading ? (
        <section className="panel">
          <Skeleton rows={10} />
        </section>
      ) : (
        <>
          {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
          <RefusedRequests of={refused} clue={asked} />
          {found.data && (
            <Found
              app={app}
              clue={clue}
              decisions={found.data.decisions}
              isElsewhere={(refused.data?.length ?? 0) > 0}
            />
          )}
          {role !== 'support' && <ProviderAssistant />}
        </>
      )}
    </Screen>
  );
}

/** What the address asks for, and what there is of it. */
function useFindings() {
  const { app, api } = useApplication();
  const { of: typed = '', user, issuer } = useFilters();
  // A link says whose it is. What was typed may be several things.
  const text = user ?? typed;
  const clues =
    user === undefined
      ? cluesIn(typed)
      : ([{ kind: 'user', subject: user, ...(issuer !== undefined && { issuer }) }] as const);
  const found = useQuery({
    queryKey: [app, 'why', clues],
    enabled: text !== '',
    queryFn: () => follow(api, clues),
  });
  const clue = found.data?.clue ?? clues[0];
  const asked = text === '' ? undefined : clue;
  const refused = useRefusedRequests(asked, text === '' || found.data !== undefined);
  return { text, clue, asked, found, refused };
}

const nothing = {
  user: {
    title: 'Nothing was denied to this user',
    advice: 'The sub counts letter by letter, and an issuer may use it differently than you expect.',
  },
  trace: {
    title: 'Nothing has this trace',
    advice:
      'Refusals come up to ten seconds later and are kept for eight days. In a flood, some are missing. ' +
      'Without a valid API key or secret key nothing is kept. No user has it as their sub, either.',
  },
  decision: {
    title: 'Nothing has this id',
    advice: 'Decisions are kept for 90 days. No user has it as their sub, either.',
  },
} as const;

function useCalls(asked: Clue | undefined, found: FoundByClue | undefined): readonly Call[] {
  const { role } = useApplication();
  const { users = [], decisions = [] } = found ?? {};
  const { calls: ofTrail } = useTrail(decisions.length === 1 ? decisions[0] : undefined);
  const readsProviders = role !== undefined && role !== 'support';
  const providers = useKnownProviders(readsProviders);
  return [
    ...(asked ? callsOfClue(asked, users, decisions) : []),
    ...callsOfRefusals(asked),
    ...ofTrail,
    ...(readsProviders ? callsOfProviders(providers.data) : []),
  ];
}

function Found({
  app,
  clue,
  decisions,
  isElsewhere,
}: {
  readonly app: string;
  readonly clue: Clue;
  readonly decisions: readonly Decision[];
  /** It was refused without a decision, which is shown. */
  readonly isElsewhere: boolean;
}) {
  const [first, ...others] = decisions;
  if (!first && isElsewhere) return null;
  if (!first)
    return (
      <section className="panel">
        <Empty title={nothing[clue.kind].title}>
          <p className="quiet">{nothing[clue.kind].advice}</p>
        </Empty>
      </section>
    );
  if (others.length === 0) return <Explanation decision={first} />;
  return (
    <Panel title={clue.kind === 'user' ? 'Newest denials of this user' : 'Decisions of this trace'}>
      <ul className="rows">
        {decisions.map((one) => (
          <li key={one.id}>
            <Link to={`/a/${app}/decisions/${one.id}`}>
              <Outcome outcome={one.outcome} />
              <span>
                {one.chain} <code>{one.method}</code>
              </span>
              <span className="quiet grow">{one.rules[0]?.rule ?? sentenceOf(one)}</span>
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
