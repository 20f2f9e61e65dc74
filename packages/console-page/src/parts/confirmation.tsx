import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { ReasonField } from './reason-field.tsx';

/** Asks once more before a change, says what follows, and asks why. */
export function Confirmation({
  question,
  consequence,
  label,
  tone,
  hasReason = true,
  onClose,
  onConfirmed,
}: {
  readonly question: string;
  readonly consequence: string;
  /** Of the button that confirms it. */
  readonly label: string;
  readonly tone: 'danger' | 'primary';
  /** Whether the journal has the reason of such a change. */
  readonly hasReason?: boolean;
  readonly onClose: () => void;
  readonly onConfirmed: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <Dialog title={question} onClose={onClose}>
      <p>{consequence}</p>
      {hasReason && <ReasonField reason={reason} onReason={setReason} />}
      <div className="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={tone}
          onClick={() => {
            onClose();
            onConfirmed(reason);
          }}
        >
          {label}
        </button>
      </div>
    </Dialog>
  );
}
