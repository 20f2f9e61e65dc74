import { useMutation } from '@tanstack/react-query';
import { verifyJournal } from '@wallet-service/sdk/verify';
import { useApplication } from '../parts/access.ts';
import type { Search } from '../parts/address.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { Failure, Id, Json, Time } from '../parts/states.tsx';

/** The journal, and its proof, which this browser verifies. */
export function Journal() {
  const { app, api } = useApplication();
  return (
    <ListScreen
      title="Journal"
      about="Everything that was signed or changed, in a log that signers and witnesses have signed."
      name={[app, 'journal']}
      list={(query: Search) => api.audit.list({ ...query, after: query['after'] ?? '0' })}
      call={(query) => ({
        method: 'GET',
        path: `/v1/audit${query}`,
        sdk: 'for await (const entry of server.audit.list({ … })) …',
      })}
      cursor="after"
      filters={[
        { name: 'wallet_id', label: 'Wallet' },
        { name: 'trace_id', label: 'Trace' },
      ]}
      empty="The journal has no entry that fits"
      keyOf={(one) => String(one.seq)}
      columns={[
        { title: 'No.', cell: (one) => one.seq },
        { title: 'Time', cell: (one) => <Time at={one.time_ms / 1000} /> },
        { title: 'What', cell: (one) => <code>{one.operation}</code> },
        { title: 'Outcome', cell: (one) => one.outcome },
        {
          title: 'Wallet',
          cell: (one) => <Id value={one.wallet_id === ofNoWallet ? null : one.wallet_id} />,
        },
        {
          title: 'Details',
          cell: (one) => (
            <details>
              <summary>Show</summary>
              <Json value={one} />
            </details>
          ),
        },
      ]}
    >
      <Verification />
    </ListScreen>
  );
}

const ofNoWallet = '00000000-0000-0000-0000-000000000000';

function Verification() {
  const { api } = useApplication();
  const verify = useMutation({
    mutationFn: () => verifyJournal(api.audit.list({ after: '0', limit: '100' }).pages() as never),
  });
  return (
    <section className="verification">
      <button
        type="button"
        className="primary"
        disabled={verify.isPending}
        onClick={() => {
          verify.mutate();
        }}
      >
        {verify.isPending ? 'Verifying…' : 'Verify the journal here'}
      </button>
      {verify.isError && <Failure error={verify.error} />}
      {verify.data !== undefined && (
        <div role="status">
          <p className="ok">{verify.data.entries} entries are in one log, as they are shown here.</p>
          {verify.data.unchecked.length > 0 && (
            <p className="quiet">Not checked: {verify.data.unchecked.join(', ')}.</p>
          )}
          <Json value={verify.data.keep} />
        </div>
      )}
    </section>
  );
}
