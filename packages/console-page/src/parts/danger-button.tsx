import { useState } from 'react';
import { keepReason } from '../change-reason.ts';
import { Dialog } from './dialog.tsx';
import { ReasonField } from './reason-field.tsx';

/** A button for what can't be undone. It asks once more, and says what follows. */
export function DangerButton({
  label,
  question,
  consequence,
  onConfirmed,
}: {
  readonly label: string;
  readonly question: string;
  readonly consequence: string;
  readonly onConfirmed: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        className="danger"
        onClick={() => {
          setOpen(true);
        }}
      >
        {label}
      </button>
      {isOpen && (
        <Dialog title={question} onClose={close}>
          <p>{consequence}</p>
          <ReasonField />
          <div className="actions">
            <button type="button" onClick={close}>
              Cancel
            </button>
            <button
              type="button"
              className="danger"
              onClick={() => {
                keepReason();
                close();
                onConfirmed();
              }}
            >
              {label}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
