import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { base, codeOf, server } from '../api.ts';
import { titleOfChange } from '../change-text.ts';
import { fieldOf } from '../form.ts';
import type { RefusedChange } from '../refused-change.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './states.tsx';

/** Asks for a change that several owners must approve, as it was sent. */
export function ApprovalDialog({
  change,
  onClose,
  onOvertaken,
}: {
  readonly change: RefusedChange;
  readonly onClose: () => void;
  /** There is a newer revision than the one that the change is of. */
  readonly onOvertaken: (error: unknown) => void;
}) {
  // The dialog is outside of the screens, and the address says in which application the person works.
  const app = location.pathname.slice(base.length).split('/')[1] ?? '';
  const ask = useMutation({
    mutationFn: (reason: string) =>
      server(app).changeRequests.create(
        {
          ...{ method: change.method, path: change.path },
          ...(change.body && { body: change.body }),
          ...(reason !== '' && { reason }),
        },
        change.revision === undefined ? {} : { revision: change.revision },
      ),
    onError: (error) => {
      if (codeOf(error) === 'request.revision-conflict') onOvertaken(error);
    },
  });
  if (ask.data)
    return (
      <Dialog title="It waits for approvals" onClose={onClose}>
        <p>{ask.data.needed} owners must approve it with their passkeys, within a week.</p>
        <div className="actions">
          <button type="button" onClick={onClose}>
            Close
          </button>
          <Link
            className="button primary"
            to={`/a/${app}/approvals/${ask.data.id}`}
            // What the person has written is there.
            ignoreBlocker
            onClick={onClose}
          >
            Look at it
          </Link>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Other owners must approve this" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(fieldOf(event.currentTarget, 'reason'));
        }}
      >
        <p>{titleOfChange(change)}: nobody makes such a change alone here. Ask for it.</p>
        <label className="field">
          <span>Why (for those who approve, and the journal)</span>
          <input name="reason" maxLength={500} autoComplete="off" defaultValue={change.reason.trim()} />
        </label>
        {ask.isError && <Failure error={ask.error} />}
        <div className="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={ask.isPending}>
            Ask for approval
          </button>
        </div>
      </form>
    </Dialog>
  );
}
