import { Link } from '@tanstack/react-router';
import { useApplication } from './access.ts';
import { useAskers, useNames } from './names.ts';

/** Who changed something, and why in their words. */
export function Actor({
  of: { kind = '', id = '', name, role },
  reason,
}: {
  readonly of: {
    readonly kind?: string;
    readonly id?: string;
    /** The entry itself has it of people whom no list of the application has. */
    readonly name?: string;
    readonly role?: string;
  };
  readonly reason: string | null | undefined;
}) {
  const { app } = useApplication();
  const nameOf = useNames();
  const askerOf = useAskers(kind === 'change-request');
  const asker = askerOf(id);
  return (
    <span>
      {kind === 'change-request' && (
        <>
          <Link to={`/a/${app}/approvals/${id}`}>An approved change</Link>
          {asker !== undefined && `, asked for by ${asker}`}
        </>
      )}
      {kind === 'operator-key' && 'The operator’s key'}
      {kind === 'person' && (name ?? nameOf(`per_${id}`))}
      {role === 'operator' && <span className="quiet">, as operator</span>}
      {kind === 'secret-key' && nameOf(id)}
      {reason && <span className="quiet small reason"> {reason}</span>}
    </span>
  );
}
