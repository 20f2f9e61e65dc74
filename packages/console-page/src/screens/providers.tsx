import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApplication } from '../parts/access.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { Badge, Failure, Id } from '../parts/states.tsx';
import { findingsOf, type Finding } from '../token-findings.ts';

/** The issuers of users' tokens, and an assistant that says why a token would be refused. */
export function Providers() {
  const { app, api } = useApplication();
  return (
    <ListScreen
      title="Identity providers"
      about="The issuers of your users’ tokens."
      name={[app, 'providers']}
      list={() => api.providers.list()}
      call={() => ({ method: 'GET', path: '/v1/identity/provider', sdk: 'server.providers.list()' })}
      empty="There is no provider"
      keyOf={(one) => one.id}
      columns={[
        { title: 'Issuer', cell: (one) => one.issuer },
        { title: 'Audience', cell: (one) => <code>{one.audience}</code> },
        { title: 'Id', cell: (one) => <Id value={one.id} /> },
        { title: 'Trust', cell: (one) => <Trust app={app} id={one.id} /> },
        { title: 'Actions', cell: (one) => <Refresh app={app} id={one.id} /> },
      ]}
    >
      <Assistant />
    </ListScreen>
  );
}

function Trust({ app, id }: { readonly app: string; readonly id: string }) {
  const { api } = useApplication();
  const status = useQuery({ queryKey: [app, 'provider', id], queryFn: () => api.providers.status(id) });
  if (status.isError) return <Badge tone="warn">Unknown</Badge>;
  if (!status.data) return <span className="quiet">…</span>;
  const { trusted } = status.data as { readonly trusted: boolean };
  return <Badge tone={trusted ? 'good' : 'bad'}>{trusted ? 'Trusted by the signers' : 'Not trusted'}</Badge>;
}

function Refresh({ app: _app, id }: { readonly app: string; readonly id: string }) {
  const { api } = useApplication();
  const refresh = useMutation({ mutationFn: () => api.providers.refresh(id) });
  return (
    <>
      <button
        type="button"
        disabled={refresh.isPending}
        onClick={() => {
          refresh.mutate();
        }}
      >
        Fetch keys
      </button>
      {refresh.isSuccess && <span role="status"> Fetched</span>}
      {refresh.isError && <Failure error={refresh.error} />}
    </>
  );
}

function Assistant() {
  const { app, api } = useApplication();
  const [token, setToken] = useState('');
  const field = useId();
  const providers = useQuery({
    queryKey: [app, 'providers', 'all'],
    queryFn: async () => {
      const found = [];
      for await (const one of api.providers.list()) found.push(one);
      return found;
    },
  });
  const findings =
    token.trim() === '' ? [] : findingsOf(token.trim(), providers.data ?? [], Date.now() / 1000);
  return (
    <details className="assistant">
      <summary>Would this token be taken?</summary>
      <label htmlFor={field}>Paste a token. It never leaves this page.</label>
      <textarea
        id={field}
        className="code"
        rows={4}
        spellCheck={false}
        autoComplete="off"
        value={token}
        onChange={(event) => {
          setToken(event.target.value);
        }}
      />
      <ul className="findings" aria-live="polite">
        {findings.map(({ what, verdict, why }: Finding) => (
          <li key={what}>
            <Badge tone={verdict}>
              {verdict === 'good' ? 'Fits' : verdict === 'bad' ? 'Refused' : 'Look'}
            </Badge>
            <strong>{what}</strong> {why}
          </li>
        ))}
      </ul>
    </details>
  );
}
