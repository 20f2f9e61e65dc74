import { keepReason } from '../change-reason.ts';
import { Dialog } from './dialog.tsx';
import { ReasonField } from './reason-field.tsx';

/** Asks once more before a change, says what follows, and asks why. */
export function Confirmation({
  question,
  consequence,
  label,
  tone,
  onClose,
  onConfirmed,
}: {
  readonly question: string;
  readonly consequence: string;
  /** Of the button that confirms it. */
  readonly label: string;
  readonly tone: 'danger' | 'primary';
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}) {
  return (
    <Dialog title={question} onClose={onClose}>
      <p>{consequence}</p>
      <ReasonField />
      <div className="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={tone}
          onClick={() => {
            keepReason();
            onClose();
            onConfirmed();
          }}
        >
          {label}
        </button>
      </div>
    </Dialog>
  );
}
