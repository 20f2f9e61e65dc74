import type { ReactNode } from 'react';
import { useNames } from './names.ts';
import { Panel } from './screen.tsx';
import { Time } from './values.tsx';

/** Who has approved, and how many are needed. */
export function GivenApprovals({
  of: { approvals, needed },
  aside,
}: {
  readonly of: {
    readonly approvals: readonly { readonly person_id: string; readonly time_created: number }[];
    readonly needed: number;
  };
  readonly aside?: ReactNode;
}) {
  const nameOf = useNames();
  return (
    <Panel title={`Approvals: ${approvals.length} of ${needed}`} aside={aside}>
      {approvals.length === 0 ? (
        <div className="panel-body">
          <p className="quiet">Nobody has approved it yet.</p>
        </div>
      ) : (
        <ul className="rows">
          {approvals.map(({ person_id: person, time_created: at }) => (
            <li key={person} className="row">
              <strong>{nameOf(`per_${person}`)}</strong>
              <span className="end quiet">
                <Time at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
