import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fieldOf } from '../form.ts';
import { Mark } from '../parts/icon.tsx';
import { openInvitation } from '../passkeys.ts';

type Opened = Awaited<ReturnType<typeof openInvitation>>;

/** Makes the passkey of a person whose invitation is in the fragment. It leaves the address at once. */
export function Invitation() {
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    document.title = 'Invitation · Wallet console';
    history.replaceState(null, '', location.pathname);
    openInvitation(token).then(setOpened, (error: unknown) => {
      setProblem(error instanceof Error ? error.message : 'That did not work.');
    });
  }, [token]);
  const accept = async (label: string): Promise<void> => {
    try {
      setProblem(undefined);
      await opened?.accept(label);
      await navigate({ to: '/' });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That did not work.');
      setOpened(await openInvitation(token).catch(() => undefined));
    }
  };
  return (
    <main className="door" id="main">
      <div className="door-card">
        <Mark className="door-mark" />
        <div>
          <h1>{opened ? `Welcome, ${opened.name}` : 'Invitation'}</h1>
          <p className="quiet">
            Your passkey signs you in. It stays on your device, or in your password manager.
          </p>
        </div>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void accept(fieldOf(event.currentTarget, 'label'));
          }}
        >
          <label className="field">
            <span>Where is it? (optional)</span>
            <input name="label" maxLength={255} placeholder="laptop" autoComplete="off" />
          </label>
          <button type="submit" className="primary" disabled={!opened}>
            Make a passkey
          </button>
        </form>
        <p className="field-error" role="alert">
          {problem}
        </p>
      </div>
    </main>
  );
}
