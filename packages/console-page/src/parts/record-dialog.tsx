import { useState, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Json } from './values.tsx';

/** Shows a whole record in front of the list that it is in, which stays as it is. */
export function RecordDialog({
  title,
  value,
  children,
}: {
  readonly title: string;
  readonly value: unknown;
  readonly children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        className="plain compact"
        aria-label={`Show ${title}`}
        onClick={() => {
          setOpen(true);
        }}
      >
        Show
      </button>
      {isOpen && (
        <Dialog title={title} isWide onClose={close}>
          {children}
          <Json isWhole value={value} />
          <div className="actions">
            <button type="button" onClick={close}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
