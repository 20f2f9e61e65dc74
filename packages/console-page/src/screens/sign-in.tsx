import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { auth } from '../api.ts';
import { Mark } from '../parts/icon.tsx';
import { hasPasskeys, signIn } from '../passkeys.ts';

/** With a passkey, or (local stack) with a link that has a session. */
export function SignIn() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const enter = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      await navigate({ to: '/' });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That did not work.');
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    document.title = 'Sign in · Wallet console';
    const session = location.hash.slice(1);
    if (!session.startsWith('ses_')) return;
    history.replaceState(null, '', location.pathname);
    void enter(() => auth('session', { session }));
    // Once, when the page opens.
  }, []);
  return (
    <main className="door" id="main">
      <div className="door-card">
        <Mark className="door-mark" />
        <div>
          <h1>Wallet console</h1>
          <p className="quiet">Sign in with the passkey that you made with your invitation.</p>
        </div>
        <button
          type="button"
          className="primary"
          disabled={isBusy || !hasPasskeys}
          onClick={() => void enter(signIn)}
        >
          {isBusy ? 'One moment…' : 'Sign in with a passkey'}
        </button>
        <p className="field-error" role="alert">
          {hasPasskeys ? problem : 'This browser has no passkeys.'}
        </p>
        <p className="quiet small">
          No passkey yet? Ask an owner of your application, or the operator, for an invitation.
        </p>
      </div>
    </main>
  );
}
