import { useBlocker } from '@tanstack/react-router';
import { Dialog } from './dialog.tsx';

/** Asks before the person leaves the screen without what they have written. */
export function Unsaved({
  isThere,
  isOnItsWay = false,
}: {
  readonly isThere: boolean;
  /** It was sent, and where it leads to needs no question. */
  readonly isOnItsWay?: boolean;
}) {
  const { status, proceed, reset } = useBlocker({
    // Filters are in the address, too.
    shouldBlockFn: ({ current, next }) => !isOnItsWay && current.pathname !== next.pathname,
    enableBeforeUnload: isThere,
    disabled: !isThere,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title="Leave without saving?" onClose={reset}>
      <p>What you have changed here is not saved, and would be lost.</p>
      <div className="actions">
        <button type="button" className="danger" onClick={proceed}>
          Leave
        </button>
        <button type="button" className="primary" onClick={reset}>
          Stay
        </button>
      </div>
    </Dialog>
  );
}
