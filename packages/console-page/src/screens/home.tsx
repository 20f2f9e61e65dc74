import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccess } from '../parts/access.ts';
import { Screen } from '../parts/screen.tsx';
import { Empty } from '../parts/states.tsx';
import { Badge } from '../parts/values.tsx';
import { forgetWanted, readWanted } from '../wanted.ts';

/** Where the person wanted to go before they signed in, or their applications. With one, its overview. */
export function Home() {
  const { data } = useAccess();
  const navigate = useNavigate();
  const [wanted] = useState(readWanted);
  useEffect(() => {
    if (!wanted) return;
    forgetWanted();
    void navigate({ to: wanted.pathname, search: wanted.search, replace: true });
  }, [wanted, navigate]);
  if (wanted) return <main id="main" />;
  const [only, ...others] = data?.memberships ?? [];
  if (only && others.length === 0 && !data?.person.is_operator)
    return <Navigate to={`/a/${only.application_id}/overview`} />;
  return (
    <Screen
      title="Applications"
      about="Where you have a role."
      calls={[{ method: 'GET', path: '/v1/session', sdk: 'await person.session.get()' }]}
    >
      {!only && (
        <section className="panel">
          <Empty title="You have a role in no application yet">
            <p className="quiet">An owner of an application, or the operator, gives you one.</p>
          </Empty>
        </section>
      )}
      <ul className="cards">
        {data?.memberships.map((one) => (
          <li key={one.application_id}>
            <Link to={`/a/${one.application_id}/overview`} className="panel">
              <strong>{one.application_name}</strong>
              <Badge tone="plain">{one.role}</Badge>
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
