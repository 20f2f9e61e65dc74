import { Link } from '@tanstack/react-router';
import { useApplication } from './access.ts';
import { useNames } from './names.ts';

/** Who changed something, and why in their words. */
export function Actor({
  of: { kind = '', id = '' },
  reason,
}: {
  readonly of: { readonly kind?: string; readonly id?: string };
  readonly reason: string | null | undefined;
}) {
  const { app } = useApplication();
  const nameOf = useNames();
  return (
    <span>
      {kind === 'change-request' && <Link to={`/a/${app}/approvals/${id}`}>An approved change</Link>}
      {kind === 'operator-key' && 'The operator’s key'}
      {kind === 'person' && nameOf(`per_${id}`)}
      {kind === 'secret-key' && nameOf(id)}
      {reason && <span className="quiet small reason"> {reason}</span>}
    </span>
  );
}
