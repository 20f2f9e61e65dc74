import { useState } from 'react';
import { Confirmation } from './confirmation.tsx';

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
        <Confirmation
          {...{ question, consequence, label, onConfirmed }}
          tone="danger"
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
