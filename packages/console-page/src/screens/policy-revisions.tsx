import { useNavigate } from '@tanstack/react-router';
import { Actor } from '../parts/actor.tsx';
import { useFilters } from '../parts/address.ts';
import { Difference } from '../parts/difference.tsx';
import { Panel } from '../parts/screen.tsx';
import { Badge, Time } from '../parts/values.tsx';
import { draftOf, type Revision } from '../policy-text.ts';

/** What changed when. Any two revisions can be compared, and the address says which. */
export function Revisions({ of: found }: { readonly of: readonly Revision[] }) {
  const navigate = useNavigate();
  const { from, to } = useFilters();
  const newest = found.find((one) => String(one.revision) === to) ?? found[0];
  const older =
    found.find((one) => String(one.revision) === from) ?? found[found.indexOf(newest as never) + 1];
  const choose = (name: 'from' | 'to') => (value: string) =>
    void navigate({ to: '.', search: { from, to, [name]: value }, resetScroll: false });
  return (
    <Panel title="Revisions" about="Who changed it, when and why. Any two can be compared.">
      {newest && (
        <div className="panel-body">
          <div className="form-row">
            <Choice label="From" chosen={older?.revision} of={found} onChosen={choose('from')} />
            <Choice label="To" chosen={newest.revision} of={found} onChosen={choose('to')} />
          </div>
          <p>
            <Badge tone="accent">Revision {newest.revision}</Badge> {newest.change} <Time at={newest.time} />{' '}
            {newest.actor && <Actor of={newest.actor} reason={newest.reason} />}
          </p>
          <Difference before={older && draftOf(older.policy)} after={draftOf(newest.policy)} />
        </div>
      )}
    </Panel>
  );
}

function Choice({
  label,
  chosen,
  of,
  onChosen,
}: {
  readonly label: string;
  readonly chosen: number | undefined;
  readonly of: readonly { readonly revision: number; readonly change: string; readonly time: number }[];
  readonly onChosen: (revision: string) => void;
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <select
        value={chosen ?? ''}
        onChange={(event) => {
          onChosen(event.target.value);
        }}
      >
        {chosen === undefined && <option value="">Before it was made</option>}
        {of.map(({ revision, change, time }) => (
          <option key={revision} value={revision}>
            {`${revision}: ${change}, ${new Date(time * 1000).toLocaleDateString()}`}
          </option>
        ))}
      </select>
    </label>
  );
}
