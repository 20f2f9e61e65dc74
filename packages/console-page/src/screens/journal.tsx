import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../lists.ts';
import { useApplication } from '../parts/access.ts';
import { Actor } from '../parts/actor.tsx';
import type { Search } from '../parts/address.ts';
import { JournalVerification } from '../parts/journal-verification.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { RecordDialog } from '../parts/record-dialog.tsx';
import { Badge, Id, Name, Time } from '../parts/values.tsx';

const ofNoWallet = '00000000-0000-0000-0000-000000000000';

/** The journal, and its proof, which this browser verifies. */
export function Journal() {
  const { app, api } = useApplication();
  const head = useQuery({
    queryKey: [app, 'journal', 'head'],
    queryFn: () => pageOf(api.audit.list({ after: '0', limit: '1' })),
  });
  return (
    <ListScreen
      title="Journal"
      about={
        'Everything that was signed or changed, by number in the log, the highest first. Signers and witnesses have ' +
        'signed the log. Times can differ from its order by seconds.'
      }
      name={[app, 'journal']}
      list={(query: Search) => api.audit.list({ ...query, order: 'desc' })}
      call={(query) => ({
        method: 'GET',
        path: `/v1/audit${query === '' ? '?' : `${query}&`}order=desc`,
        sdk: 'for await (const entry of server.audit.list({ … })) …',
      })}
      cursor="after"
      hasNews
      filters={[
        { name: 'wallet_id', label: 'Wallet' },
        { name: 'trace_id', label: 'Trace' },
      ]}
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
        {
          title: 'Wallet',
          cell: (one) => <Id value={one.wallet_id === ofNoWallet ? null : one.wallet_id} />,
        },
        { title: 'Time', cell: (one) => <Time at={one.time_ms / 1000} /> },
        {
          title: 'Details',
          cell: (one) => <RecordDialog title={`entry ${one.seq}`} value={one} />,
        },
      ]}
    >
      <JournalVerification head={head.data} />
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
  readonly actor?: { readonly kind?: string; readonly id?: string };
  readonly reason?: string | null;
};

/** Of an entry of a change. */
function Maker({ details }: { readonly details: unknown }) {
  const { actor, reason } = (details ?? {}) as Changed;
  return actor ? <Actor of={actor} reason={reason} /> : <span className="quiet">–</span>;
}
