import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { auth, base, signInOptions } from '../api.ts';
import { useFilters } from '../parts/address.ts';
import { Mark } from '../parts/icon.tsx';
import { hasPasskeys, signIn } from '../passkeys.ts';

/** Why signing in at the provider did not work, by `problem` in the address. */
const problems: Readonly<Record<string, string>> = {
  provider: 'Your organization did not confirm that it is you. Try again.',
  attempt: 'This sign-in did not begin here, or it took more than ten minutes. Try again.',
  'not-invited':
    'Nobody has invited this account. Ask an owner of your application, or the operator, for an invitation to its ' +
    'e-mail address.',
  refused: 'The service refused what your organization says of you. Try again.',
  later: 'The service cannot check who you are now. Try again later.',
};

/** With a passkey, at the provider of the operator, or (local stack) with a link that has a session. */
export function SignIn() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { problem: failed = '' } = useFilters();
  const [problem, setProblem] = useState(problems[failed]);
  const options = useQuery({ queryKey: ['sign-in options'], queryFn: signInOptions, staleTime: Infinity });
  const [isBusy, setBusy] = useState(false);
  const enter = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      // Of the person who was here before.
      queries.clear();
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
        {options.data?.provider === true && (
          <>
            <span className="or">or</span>
            <a className="button" href={`${base}auth/provider`}>
              Sign in with your organization
            </a>
          </>
        )}
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
