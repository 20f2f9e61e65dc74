import type { ReactNode } from 'react';
import { Panel } from './screen.tsx';
import { Time } from './values.tsx';

/** Who has approved, and how many are needed. */
export function GivenApprovals({
  of: { approvals, needed },
  aside,
}: {
  readonly of: {
    readonly approvals: readonly {
      readonly person_id: string;
      readonly name: string | null;
      readonly time_created: number;
    }[];
    readonly needed: number;
  };
  readonly aside?: ReactNode;
}) {
  return (
    <Panel title={`Approvals: ${approvals.length} of ${needed}`} aside={aside}>
      {approvals.length === 0 ? (
        <div className="panel-body">
          <p className="quiet">Nobody has approved it yet.</p>
        </div>
      ) : (
        <ul className="rows">
          {approvals.map(({ person_id: person, name, time_created: at }) => (
            <li key={person} className="row">
              <strong>{name ?? 'Somebody who is not a member'}</strong>
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
