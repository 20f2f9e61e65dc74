import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { takeFrom } from '../lists.ts';
import { findingsOf, unknownIssuer, type Finding, type KnownProvider } from '../token-findings.ts';
import { useApplication } from './access.ts';
import { Failure } from './states.tsx';
import { Badge } from './values.tsx';

const verdicts = { good: 'Fits', bad: 'Refused', warn: 'Look' } as const;
const mostProviders = 50;

/** With the keys that signers accept. */
export function useKnownProviders(isWanted = true) {
  const { app, api } = useApplication();
  return useQuery({
    queryKey: [app, 'providers', 'with keys'],
    enabled: isWanted,
    queryFn: async () => {
      const found = await takeFrom(api.providers.list(), mostProviders);
      const keys = await Promise.all(
        found.map(({ id }) =>
          api.providers.status(id).then(
            (status) => status.keys.map(({ kid }) => kid),
            () => [],
          ),
        ),
      );
      return found.map((one, at) => ({ ...one, keys: keys[at] ?? [] }));
    },
  });
}

/** Says what is wrong with a token or an issuer. The token stays in this component, and leaves with it. */
export function ProviderAssistant() {
  const [text, setText] = useState('');
  const field = useId();
  const providers = useKnownProviders();
  const given = text.trim();
  const found = given === '' ? [] : findingsIn(given, providers.data ?? []);
  const isUnknown = isUrl(given) && providers.data?.every(({ issuer }) => issuer !== given) === true;
  return (
    <section className="panel">
      <details className="panel-body">
        <summary>Would this token be taken?</summary>
        <div className="field">
          <label htmlFor={field}>Paste a token, or an issuer. A token never leaves this page.</label>
          <textarea
            id={field}
            className="code"
            rows={4}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        </div>
        <ul className="findings" aria-live="polite">
          {found.map(({ what, verdict, why }) => (
            <li key={what}>
              <Badge tone={verdict}>{verdicts[verdict]}</Badge>
              <strong>{what}</strong>
              <span>{why}</span>
            </li>
          ))}
        </ul>
        {isUnknown && <IssuerSeen key={given} issuer={given} />}
        {found.length > 0 && (
          <div className="actions">
            <button
              type="button"
              onClick={() => {
                setText('');
              }}
            >
              Clear
            </button>
          </div>
        )}
      </details>
    </section>
  );
}

/** What an issuer publishes that is not registered yet, if the person asks for it. */
function IssuerSeen({ issuer }: { readonly issuer: string }) {
  const { api } = useApplication();
  const look = useMutation({ mutationFn: () => api.providers.lookAt({ issuer }) });
  return (
    <>
      {look.isError && <Failure error={look.error} />}
      {look.data && (
        <ul className="findings" aria-live="polite">
          <li>
            <Badge tone="good">Found</Badge>
            <strong>keys</strong>
            <span>
              At {look.data.jwks_uri}:{' '}
              {look.data.keys.map(({ kid, alg }) => `${kid} (${alg ?? 'any'})`).join(', ')}. Add the issuer
              with the audience of its tokens.
            </span>
          </li>
        </ul>
      )}
      <div className="actions">
        <span className="help">The service looks there as it would for a provider, and keeps nothing.</span>
        <button
          type="button"
          disabled={look.isPending}
          onClick={() => {
            look.mutate();
          }}
        >
          {look.isPending ? 'Looking…' : 'See what it publishes'}
        </button>
      </div>
    </>
  );
}

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

function findingsIn(given: string, providers: readonly KnownProvider[]): readonly Finding[] {
  if (!isUrl(given)) return findingsOf(given, providers, Date.now() / 1000);
  const known = providers.find((one) => one.issuer === given);
  if (!known) return [{ what: 'iss', verdict: 'bad', why: unknownIssuer(given, providers) }];
  const { audience, keys = [] } = known;
  return [
    { what: 'iss', verdict: 'good', why: `${given}, for the audience ${audience}.` },
    keys.length > 0
      ? { what: 'keys', verdict: 'good', why: `The signers know ${keys.join(', ')}.` }
      : { what: 'keys', verdict: 'warn', why: 'The signers know none of its keys yet. Fetch them.' },
  ];
}
