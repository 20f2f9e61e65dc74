import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { operator } from '../api.ts';
import type { Call } from '../call-text.ts';
import { pageOf } from '../lists.ts';
import { useApplication } from '../parts/access.ts';
import { Actor } from '../parts/actor.tsx';
import type { Search } from '../parts/address.ts';
import { JournalVerification, type JournalList } from '../parts/journal-verification.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { askersCall, namesCalls } from '../parts/names.ts';
import { RecordDialog } from '../parts/record-dialog.tsx';
import type { Column } from '../parts/table.tsx';
import { Badge, Id, Name, Time } from '../parts/values.tsx';

const order =
  'by number in the log, the highest first. Signers and witnesses have signed the log. Times can differ from its ' +
  'order by seconds.';
const ofNoWallet = '00000000-0000-0000-0000-000000000000';

/** Of an application. */
export function Journal() {
  const { app, api } = useApplication();
  return (
    <JournalScreen
      about={`Everything that was signed or changed, ${order}`}
      of={app}
      path="/v1/audit"
      client="server"
      namesCalls={[...namesCalls, askersCall]}
      list={(query) => api.audit.list(query)}
      hasNews
      filters={[ofWallet, ofTrace, ...ofTime]}
      subject={{
        title: 'Wallet',
        cell: (one) => <Id value={one.wallet_id === ofNoWallet ? null : one.wallet_id} />,
      }}
    />
  );
}

/** Of the installation, for operators. */
export function InstallationJournal() {
  return (
    <JournalScreen
      about={`What operators did to people, and how everybody signed in, ${order}`}
      of="operator"
      path="/v1/admin/audit"
      client="operator"
      list={(query) => operator.audit.list(query)}
      filters={[ofTrace, ...ofTime]}
      subject={{ title: 'Whom', cell: ({ details }) => nameIn(details) ?? <span className="quiet">–</span> }}
    />
  );
}

type Entry = ReturnType<JournalList> extends AsyncIterable<infer One> ? One : never;

const ofWallet = { name: 'wallet_id', label: 'Wallet' };
const ofTrace = { name: 'trace_id', label: 'Trace' };
const ofTime = [
  { name: 'since', label: 'From', isTime: true },
  { name: 'until', label: 'Before', isTime: true },
];

type JournalScreenProps = Pick<ComponentProps<typeof ListScreen>, 'about' | 'hasNews' | 'filters'> & {
  /** Under which answers are kept. */
  readonly of: string;
  readonly path: string;
  readonly client: string;
  /** What it asks for names. */
  readonly namesCalls?: readonly Call[];
  readonly list: JournalList;
  /** What an entry is about. */
  readonly subject: Column<Entry>;
};

/** A journal, and its proof, which this browser verifies. */
function JournalScreen({
  about,
  of,
  path,
  client,
  namesCalls = [],
  list,
  hasNews = false,
  filters = [],
  subject,
}: JournalScreenProps) {
  const head = useQuery({
    queryKey: [of, 'journal', 'head'],
    queryFn: () => pageOf(list({ after: '0', limit: '1' })),
  });
  return (
    <ListScreen
      title="Journal"
      about={about}
      name={[of, 'journal']}
      list={(query: Search) => list({ ...query, order: 'desc' })}
      call={(query) => ({
        method: 'GET',
        path: `${path}${query === '' ? '?' : `${query}&`}order=desc`,
        sdk: `for await (const entry of ${client}.audit.list({ … })) …`,
      })}
      moreCalls={[
        {
          method: 'GET',
          path: `${path}?after=0&limit=1`,
          sdk: `${client}.audit.list({ … })`,
        },
        ...namesCalls,
      ]}
      cursor="after"
      hasNews={hasNews}
      filters={filters}
      empty="The journal has no entry yet"
      keyOf={(one) => String(one.seq)}
      columns={[
        { title: 'No.', cell: (one) => <span className="number">{one.seq}</span> },
        {
          title: 'What',
          cell: (one) => (
            <>
              <Name of={one.operation} /> <EntryOutcome {...one} />
            </>
          ),
        },
        { title: 'Who', cell: (one) => <Maker details={one.details} /> },
        subject,
        { title: 'Time', cell: (one) => <Time at={one.time_ms / 1000} /> },
        {
          title: 'Details',
          cell: (one) => <RecordDialog title={`entry ${one.seq}`} value={one} />,
        },
      ]}
    >
      <JournalVerification head={head.data} list={list} />
    </ListScreen>
  );
}

function EntryOutcome({
  kind,
  outcome,
  error_code: code,
}: {
  readonly kind: string;
  readonly outcome: string | null;
  readonly error_code: string | null;
}) {
  if (code !== null) return <Badge tone="bad">{code}</Badge>;
  if (outcome !== null) return <Badge tone={outcome === 'signed' ? 'good' : 'plain'}>{outcome}</Badge>;
  return kind !== 'event' && <span className="quiet">{kind}</span>;
}

type Changed = {
  readonly actor?: ComponentProps<typeof Actor>['of'];
  readonly reason?: string | null;
  readonly before?: { readonly name?: string } | null;
  readonly after?: { readonly name?: string } | null;
};

/** Of a person whose access was changed. */
function nameIn(details: unknown): string | undefined {
  const { before, after } = (details ?? {}) as Changed;
  return (after ?? before)?.name;
}

/** Of an entry of a change. */
function Maker({ details }: { readonly details: unknown }) {
  const { actor, reason } = (details ?? {}) as Changed;
  return actor ? <Actor of={actor} reason={reason} /> : <span className="quiet">–</span>;
}
