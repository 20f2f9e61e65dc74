import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ServerClient } from '@wallet-service/sdk/server';
import { ProofRefused, verifyJournal, type KeptHead } from '@wallet-service/sdk/verify';
import { save } from '../export.ts';
import { pageOf } from '../lists.ts';
import { checkpointKeyOf, pinnedMeasurements } from '../attested.ts';
import { server } from '../api.ts';
import { Panel } from './screen.tsx';
import { Failure, Notice } from './states.tsx';
import { Facts, Id, Time } from './values.tsx';

/** Of an application, or of the installation. */
export type JournalList = ServerClient['audit']['list'];

const unchecked: Readonly<Record<string, string>> = {
  'checkpoint-key': 'whether the key of the checkpoints is a signer’s: no hardware attested it',
  'no-checkpoint': 'whether these entries are as a signer saw them: there is no checkpoint yet',
  rollback: 'whether the end was cut off, because nothing was kept from an earlier verification',
  loss: 'what was lost before an operator accepted a loss',
  end: 'the newest entries, which no signer has signed yet',
  removed: 'what the first entries were: they are not kept any more',
};

export type Head = {
  readonly application_id: string;
  readonly size: number;
  readonly archived: number;
  readonly checkpoint: { readonly size: number; readonly time: number; readonly public_key: string } | null;
};

/** Reads the whole journal, and verifies its tree and its checkpoints in this browser. */
export function JournalVerification({
  head,
  list,
}: {
  readonly head: Head | undefined;
  readonly list: JournalList;
}) {
  const field = useId();
  const [kept, setKept] = useState('');
  const [read, setRead] = useState(0);
  const verify = useMutation({
    mutationFn: async () => {
      const expected = kept.trim() === '' ? undefined : (JSON.parse(kept) as KeptHead);
      const { application_id: id } = head ?? (await pageOf(list({ after: '0', limit: '1' })));
      const checkpointKey = await checkpointKeyOf(server(id), id, pinnedMeasurements());
      const pages = list({ after: String(expected?.seq ?? 0), limit: '100' }).pages();
      const counted = counting(pages, setRead);
      return verifyJournal(counted, { kept: expected, checkpointKey });
    },
  });
  const { data } = verify;
  return (
    <Panel
      title="Proof"
      about="This page reads every entry, builds the Merkle tree, and compares it with what signers signed."
      aside={
        <button
          type="button"
          className="primary"
          disabled={verify.isPending}
          onClick={() => {
            verify.mutate();
          }}
        >
          {verify.isPending ? `Verifying… ${read.toLocaleString()}` : 'Verify the journal here'}
        </button>
      }
    >
      <div className="panel-body">
        <HeadFacts head={head} />
        <details>
          <summary className="small">I kept the result of an earlier verification</summary>
          <div className="field">
            <label htmlFor={field}>What you kept (JSON)</label>
            <textarea
              id={field}
              className="code"
              rows={5}
              spellCheck={false}
              value={kept}
              onChange={(event) => {
                setKept(event.target.value);
              }}
            />
          </div>
        </details>
        {verify.isError && <Refusal error={verify.error} />}
        {data && <Proven proof={data} />}
      </div>
    </Panel>
  );
}

function HeadFacts({ head }: { readonly head: Head | undefined }) {
  const counted = (count: number | undefined) =>
    count === undefined ? <span className="bone bone-short" /> : count.toLocaleString();
  return (
    <Facts
      of={[
        ['Entries', counted(head?.size)],
        ['In the archive', counted(head?.archived)],
        // Each has one line, now and when there is a checkpoint.
        ['In the newest checkpoint', counted(head && (head.checkpoint?.size ?? 0))],
        ['Signed', head ? <Time at={head.checkpoint?.time} /> : <span className="bone" />],
        ['By the key', <Id value={head?.checkpoint?.public_key} />],
      ]}
    />
  );
}

type Proof = Awaited<ReturnType<typeof verifyJournal>>;

function Proven({ proof }: { readonly proof: Proof }) {
  return (
    <Notice
      tone={proof.unchecked.length === 0 ? 'good' : 'warn'}
      title={`${proof.entries.toLocaleString()} entries are in one log, as they are shown here.`}
    >
      {proof.signedAt !== null && (
        <p>
          A signer signed the first {proof.signedUntil.toLocaleString()} of them: <Time at={proof.signedAt} />
        </p>
      )}
      {proof.unchecked.length > 0 && (
        <>
          <p>Not checked:</p>
          <ul>
            {proof.unchecked.map((one) => (
              <li key={one}>– {unchecked[one] ?? one}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        <button
          type="button"
          className="compact"
          onClick={() => {
            save('journal-head.json', 'application/json', JSON.stringify(proof.keep, undefined, 2));
          }}
        >
          Keep this for the next time
        </button>
      </p>
    </Notice>
  );
}

function Refusal({ error }: { readonly error: unknown }) {
  if (!(error instanceof ProofRefused)) return <Failure error={error} />;
  return (
    <Notice tone="bad" title="The journal is not proven">
      <p>{error.message}.</p>
      <p>Keep what you have, and tell whoever runs the installation.</p>
    </Notice>
  );
}

async function* counting(pages: AsyncIterable<unknown>, tell: (entries: number) => void): AsyncGenerator {
  let read = 0;
  for await (const page of pages) {
    read += (page as { readonly data: readonly unknown[] }).data.length;
    tell(read);
    yield page;
  }
}
