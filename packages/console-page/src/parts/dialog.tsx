import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { base } from '../api.ts';
import { focusIfLost } from './focus.ts';
import { Copy } from './values.tsx';

/** A modal dialog of the browser: it keeps the focus inside, and Escape closes it, unless something would be lost. */
export function Dialog({
  title,
  isWide = false,
  staysOnEscape = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isWide?: boolean;
  /** What it shows would be lost. */
  readonly staysOnEscape?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // It closes before it leaves the page, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (current && !current.open) {
      current.showModal();
      // A long one begins at its beginning, though the focus may be at its end.
      current.scrollTop = 0;
    }
    return () => {
      current?.close();
      focusIfLost(document.querySelector('main'));
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'wide' : undefined}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        // A browser lets `cancel` be prevented only once.
        if (staysOnEscape && event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => {
        event.preventDefault();
        if (!staysOnEscape) onClose();
      }}
    >
      <div className="dialog">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** A secret that is shown once. It leaves the page with the dialog. */
export function SecretDialog({
  title,
  secret,
  children,
  onClose,
}: {
  readonly title: string;
  readonly secret: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}) {
  const label = useId();
  return (
    <Dialog title={title} staysOnEscape onClose={onClose}>
      {children}
      <div className="field">
        <label htmlFor={label}>Shown only now</label>
        <input
          id={label}
          className="code"
          readOnly
          autoComplete="off"
          value={secret}
          onFocus={(event) => {
            event.target.select();
          }}
        />
      </div>
      <div className="actions">
        <Copy text={secret} what="the secret" />
        <button type="button" className="primary" onClick={onClose}>
          I have it
        </button>
      </div>
    </Dialog>
  );
}

/** The link of an invitation, which is shown once. */
export function InvitationDialog({
  invitation,
  onClose,
}: {
  readonly invitation: string | undefined;
  readonly onClose: () => void;
}) {
  if (invitation === undefined) return null;
  return (
    <SecretDialog
      title="The invitation"
      secret={`${location.origin}${base}invitation#${invitation}`}
      onClose={onClose}
    >
      <p>Give this link to the person alone. It works once, and ends after a week.</p>
    </SecretDialog>
  );
}
