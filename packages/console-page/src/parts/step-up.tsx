import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from 'react';
import { base, codeOf } from '../api.ts';
import { stepUp } from '../passkeys.ts';
import { lastRefusedChange, type RefusedChange } from '../refused-change.ts';
import { useAccess } from './access.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { Dialog } from './dialog.tsx';

type Confirmed = <Result>(work: () => Promise<Result>) => Promise<Result>;

const context = createContext<Confirmed>((work) => work());

/**
 * Does work. If it needs a recent confirmation, asks for a passkey, and does it once more. If it needs approvals, it
 * fails, and the person may ask for them.
 */
export function useConfirmed(): Confirmed {
  return useContext(context);
}

type Waiting = { readonly resolve: () => void; readonly reject: (error: unknown) => void };
type Asking = Waiting & { readonly change: RefusedChange };

export function StepUpProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const waiting = useRef<Waiting>(undefined);
  const [asking, setAsking] = useState<Asking>();

  const confirmed = useCallback<Confirmed>(async (work) => {
    try {
      return await work();
    } catch (error) {
      const change = codeOf(error) === 'auth.approval-required' ? lastRefusedChange() : undefined;
      if (change) {
        await new Promise<void>((resolve, reject) => {
          setAsking({ change, resolve, reject });
        });
        throw new Error('Nothing was changed yet: it waits for approvals, if you have asked for them.', {
          cause: error,
        });
      }
      if (codeOf(error) !== 'auth.step-up-required') throw error;
      await new Promise<void>((resolve, reject) => {
        waiting.current = { resolve, reject };
        setProblem(undefined);
        setOpen(true);
      });
      return work();
    }
  }, []);

  const confirm = async (): Promise<void> => {
    try {
      await stepUp();
      setOpen(false);
      waiting.current?.resolve();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The passkey did not confirm it.');
    }
  };
  const cancel = (): void => {
    setOpen(false);
    waiting.current?.reject(new Error('You did not confirm it, so nothing was changed.'));
  };
  const value = useMemo(() => confirmed, [confirmed]);
  return (
    <context.Provider value={value}>
      {children}
      {asking && (
        <ApprovalDialog
          change={asking.change}
          onClose={() => {
            setAsking(undefined);
            asking.resolve();
          }}
          onOvertaken={(error) => {
            setAsking(undefined);
            asking.reject(error);
          }}
        />
      )}
      {isOpen && (
        <Dialog title="Confirm that it is you" onClose={cancel}>
          <Advice />
          {problem !== undefined && (
            <p className="field-error" role="alert">
              {problem}
            </p>
          )}
          <div className="actions">
            <button type="button" onClick={cancel}>
              Cancel
            </button>
            <button type="button" className="primary" onClick={() => void confirm()}>
              Use passkey
            </button>
          </div>
        </Dialog>
      )}
    </context.Provider>
  );
}

/** Who signs in at a provider may have no passkey yet. */
function Advice() {
  const { data } = useAccess();
  if (data?.passkeys.length !== 0) return <p>This change needs your passkey. It holds for five minutes.</p>;
  return (
    <p>
      This change needs a passkey, and you have none. Sign in again, and <a href={`${base}me`}>make one</a>{' '}
      within five minutes.
    </p>
  );
}
