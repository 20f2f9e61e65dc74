import { useQuery } from '@tanstack/react-query';
import { useApplication } from './access.ts';
import { Badge, Time } from './values.tsx';

function useStatus(id: string) {
  const { app, api } = useApplication();
  return useQuery({ queryKey: [app, 'provider', id], queryFn: () => api.providers.status(id) });
}

/** How many keys of a provider signers accept, and when witnesses saw them last. */
export function TrustedKeys({ id }: { readonly id: string }) {
  const { data } = useStatus(id);
  if (!data) return <span className="bone bone-short" />;
  if (data.observed_at === 0) return <span className="quiet">none seen</span>;
  return (
    <span title={data.keys.map(({ kid }) => kid).join(', ')}>
      {data.keys.length}, seen <Time at={data.observed_at} />
    </span>
  );
}

const missing: Readonly<Record<string, string>> = {
  'root-expired': 'The operator must publish a new root document',
  'no-document': 'No document of the application yet',
  'not-in-document': 'The document does not name it',
  'no-key-set': 'Witnesses have confirmed no key set',
  'key-set-expired': 'No witness could fetch its keys for too long',
};

/** Whether signers take tokens of a provider. */
export function ProviderTrust({ id }: { readonly id: string }) {
  const status = useStatus(id);
  if (status.isError) return <Badge tone="warn">Unknown</Badge>;
  if (!status.data) return <span className="bone bone-short" />;
  const { trusted, missing: why = '' } = status.data;
  if (trusted) return <Badge tone="good">Trusted</Badge>;
  return (
    <span title={missing[why]}>
      <Badge tone="bad">Not trusted</Badge> <span className="quiet small">{missing[why] ?? why}</span>
    </span>
  );
}
