import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ServerClient } from '@wallet-service/sdk/server';
import { useApplication } from '../parts/access.ts';
import { RuleRecords, sentenceOf } from '../parts/rule.tsx';
import { Panel } from '../parts/screen.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { Notice } from '../parts/states.tsx';
import { Json, Outcome } from '../parts/values.tsx';
import { jsonProblem } from '../policy-text.ts';

type Verdict = Awaited<ReturnType<ServerClient['policies']['evaluate']>>;

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const samples: Readonly<Record<string, object>> = {
  'A message': { chain: 'ETH', message_base64: 'aGVsbG8=' },
  'A transfer of 0.5 ETH': {
    chain: 'ETH',
    payload: {
      type: 2,
      chainId: 1,
      nonce: 0,
      to: address,
      value: '500000000000000000',
      data: '0x',
      gas: 21_000,
      maxFeePerGas: '30000000000',
      maxPriorityFeePerGas: '1000000000',
    },
  },
  'A bare hash': { chain: 'ETH', raw_data_hash: `0x${'ab'.repeat(32)}` },
  'A delegation (EIP-7702)': { chain: 'ETH', authorization: { chain_id: 1, address, nonce: 0 } },
  'A message on Solana': { chain: 'SOL', message_base64: 'aGVsbG8=' },
};
const textOf = (sample: object | undefined): string => JSON.stringify(sample, undefined, 2);

/** Asks the service itself, so that it decides here as it will later. */
export function DryRun({
  draft,
  onAsked,
}: {
  readonly draft: string | undefined;
  /** Without an error: before the answer. */
  readonly onAsked: (error?: unknown) => void;
}) {
  const { api } = useApplication();
  const [request, setRequest] = useState(() => textOf(samples['A message']));
  const field = useId();
  const run = useMutation({
    mutationFn: () =>
      api.policies.evaluate({
        ...(JSON.parse(request) as object),
        policy: JSON.parse(draft ?? '{}') as object,
      } as never),
    onMutate: () => {
      onAsked();
    },
    onError: onAsked,
  });
  const problem = jsonProblem(request);
  return (
    <Panel title="Dry run" about="The service itself decides, with this draft, and signs nothing.">
      <div className="panel-body">
        <label className="field">
          <span>Begin with</span>
          <select
            defaultValue="A message"
            onChange={(event) => {
              setRequest(textOf(samples[event.target.value]));
            }}
          >
            {Object.keys(samples).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <div className="field">
          <label htmlFor={field}>Request (JSON)</label>
          <textarea
            id={field}
            className="code"
            rows={9}
            spellCheck={false}
            value={request}
            onChange={(event) => {
              setRequest(event.target.value);
            }}
          />
        </div>
        {problem !== undefined && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        <div className="actions">
          <button
            type="button"
            disabled={draft === undefined || problem !== undefined || run.isPending}
            onClick={() => {
              run.mutate();
            }}
          >
            {run.isPending ? 'Asking…' : 'Try this policy'}
          </button>
        </div>
        {run.isError && <Refusal error={run.error} />}
        {run.data && <Result verdict={run.data} />}
      </div>
    </Panel>
  );
}

function Result({ verdict }: { readonly verdict: Verdict }) {
  const { app } = useApplication();
  const { rules, unmet = [], assumptions, policies_not_applicable: others } = verdict;
  return (
    <div className="stack" role="status">
      <p>
        <Outcome outcome={verdict.outcome} /> {sentenceOf(verdict)}
      </p>
      {!verdict.evaluation_enabled && (
        <Notice tone="warn" title="Policies are turned off for this application">
          <p>This is the decision as if they were on.</p>
        </Notice>
      )}
      <RuleRecords app={app} rules={[...rules, ...unmet]} />
      {assumptions.length > 0 && <p className="quiet">It assumes: {assumptions.join('; ')}.</p>}
      {others.map((one) => (
        <p key={one.id} className="quiet">
          {one.name} does not apply: {one.because}
        </p>
      ))}
      <details>
        <summary className="quiet">Whole answer</summary>
        <Json value={verdict} />
      </details>
    </div>
  );
}
