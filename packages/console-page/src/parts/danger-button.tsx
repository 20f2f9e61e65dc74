import { useState } from 'react';
import { Confirmation } from './confirmation.tsx';

type Asked = {
  readonly label: string;
  readonly question: string;
  readonly consequence: string;
  /** Whether the journal has the reason of such a change. */
  readonly hasReason?: boolean;
  readonly onConfirmed: (reason: string) => void;
};

/** A button for what can’t be undone. */
export function DangerButton(asked: Asked) {
  return <ConfirmedButton {...asked} className="danger" tone="danger" />;
}

/** A button for a change. It asks once more, says what follows, and asks why. */
export function ConfirmedButton({
  className,
  isDisabled = false,
  tone = 'primary',
  ...asked
}: Asked & {
  readonly className?: string;
  readonly isDisabled?: boolean;
  readonly tone?: 'danger' | 'primary';
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isDisabled}
        onClick={() => {
          setOpen(true);
        }}
      >
        {asked.label}
      </button>
      {isOpen && (
        <Confirmation
          {...asked}
          tone={tone}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
