import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  check,
  freshNonce,
  measurementsIn,
  pinnedMeasurements,
  type Checked,
  type Measurements,
} from '../attested.ts';
import { hexOf } from '../hex.ts';
import { keep } from '../kept.ts';
import { useApplication } from '../parts/access.ts';
import { Panel, Screen } from '../parts/screen.tsx';
import { Empty, Failure, Notice, Skeleton } from '../parts/states.tsx';
import { Badge, Facts, Id } from '../parts/values.tsx';

/** Whoever copies the call takes one of their own. */
const exampleNonce = hexOf(freshNonce());

/** What the signers say of themselves, and whether hardware proves it. */
export function Attestation() {
  const { app, api } = useApplication();
  const [pinned, setPinned] = useState(pinnedMeasurements);
  const asked = useQuery({
    queryKey: [app, 'attestation', pinned],
    staleTime: 0,
    queryFn: async () => {
      const nonce = freshNonce();
      const { attestations } = await api.attestation.get({ nonce: hexOf(nonce), application_id: app });
      return Promise.all(attestations.map((one) => check(one, nonce, pinned)));
    },
  });
  return (
    <Screen
      title="Attestation"
      about="Each connected signer answered a fresh nonce of this page. The page verifies the answers itself."
      actions={
        <button type="button" disabled={asked.isFetching} onClick={() => void asked.refetch()}>
          {asked.isFetching ? 'Asking…' : 'Ask again'}
        </button>
      }
      calls={[
        {
          method: 'GET',
          path: `/v2/attestation?nonce=${exampleNonce}&application_id=${app}`,
          sdk:
            'const { attestations } = await server.attestation.get({ … });\n' +
            `const nonce = '${exampleNonce}';\n` +
            'for (const one of attestations) await verifyAttestation(one.document, { nonce, pcrs });',
        },
      ]}
    >
      <Pins
        pinned={pinned}
        onPinned={(measurements) => {
          setPinned(measurements);
        }}
      />
      {asked.isPending && (
        <section className="panel">
          <Skeleton rows={6} />
        </section>
      )}
      {asked.isError && <Failure error={asked.error} retry={() => void asked.refetch()} />}
      {asked.data?.length === 0 && (
        <section className="panel">
          <Empty title="No signer is connected" />
        </section>
      )}
      {asked.data?.map((one, at) => (
        // Signers have no other name than their place in the answer.
        <Signer key={at} at={at} checked={one} />
      ))}
    </Screen>
  );
}

const verdicts = {
  proven: ['good', 'Proven by hardware'],
  stated: ['warn', 'Stated by the signer alone'],
  refused: ['bad', 'Not proven'],
} as const;

function Signer({ at, checked }: { readonly at: number; readonly checked: Checked }) {
  const [tone, text] = verdicts[checked.verdict];
  return (
    <Panel title={`Signer ${at + 1}`} aside={<Badge tone={tone}>{text}</Badge>}>
      <div className="panel-body">
        {checked.verdict === 'refused' ? (
          <Notice tone="bad" title="This proves nothing">
            <p>{checked.why}</p>
          </Notice>
        ) : (
          <Facts
            of={[
              ['Form', checked.format],
              ['Build', <Id value={checked.claims.build} />],
              ['Root document', `version ${checked.claims.rootVersion}`],
              ['Hash of the root document', <Id value={hexOf(checked.claims.rootHash)} />],
              ['TLS key (SHA-256)', <Id value={hexOf(checked.claims.tlsKeyHash)} />],
              ['Receipt key', <Id value={hexOf(checked.claims.receiptPublicKey)} />],
              [
                'Key of this journal’s checkpoints',
                <Id value={checked.claims.checkpointKey && hexOf(checked.claims.checkpointKey.publicKey)} />,
              ],
            ]}
          />
        )}
        {checked.verdict === 'stated' && (
          <p className="help">
            This signer runs without attestation hardware. Its answer is fresh and signed by its own receipt
            key. It proves neither the hardware nor the image.
          </p>
        )}
      </div>
    </Panel>
  );
}

function Pins({
  pinned,
  onPinned,
}: {
  readonly pinned: Measurements | undefined;
  readonly onPinned: (measurements: Measurements | undefined) => void;
}) {
  const field = useId();
  const [text, setText] = useState(() => (pinned ? JSON.stringify(pinned, undefined, 2) : ''));
  const pin = useMutation({
    mutationFn: async (given: string) => {
      const measurements = given.trim() === '' ? undefined : measurementsIn(given);
      if (!keep('pinned-measurements', measurements && JSON.stringify(measurements)))
        throw new Error('This browser keeps nothing for this page, so nothing can be pinned.');
      return Promise.resolve(measurements);
    },
    onSuccess: (measurements) => {
      if (!measurements) setText('');
      onPinned(measurements);
    },
  });
  const count = Object.keys(pinned ?? {}).length;
  return (
    <Panel
      title="Pinned measurements"
      about="What a release must measure: its measurements.json, from where you trust it. Your browser keeps it."
      aside={count > 0 ? <Badge tone="good">{count} pinned</Badge> : <Badge tone="plain">None</Badge>}
    >
      <form
        className="panel-body"
        onSubmit={(event) => {
          event.preventDefault();
          pin.mutate(text);
        }}
      >
        <div className="field">
          <label htmlFor={field}>PCRs (JSON)</label>
          <textarea
            id={field}
            className="code"
            rows={4}
            spellCheck={false}
            placeholder={'{ "0": "…96 hex digits…", "1": "…", "2": "…" }'}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
        </div>
        {pin.isError && <p className="field-error">{pin.error.message}</p>}
        <div className="actions">
          {count > 0 && (
            <button
              type="button"
              onClick={() => {
                pin.mutate('');
              }}
            >
              Unpin
            </button>
          )}
          <button type="submit" disabled={text.trim() === ''}>
            Pin
          </button>
        </div>
      </form>
    </Panel>
  );
}
