import { useEffect, useRef, type ReactNode } from 'react';
import { isAlike } from '../alike.ts';
import { Difference } from './difference.tsx';

/**
 * What became of a form: it was saved, or somebody else has saved meanwhile. Its place is kept, so that nothing moves
 * before the person asks to see more.
 */
export function SavingNote({
  children,
  onAsked,
}: {
  readonly children?: ReactNode;
  /** Undefined: there is no more to see. */
  readonly onAsked?: (() => void) | undefined;
}) {
  return (
    <div className="saving-note" role="status">
      {children && <span>{children}</span>}
      {onAsked && (
        <button type="button" className="compact" onClick={onAsked}>
          See what changed
        </button>
      )}
    </div>
  );
}

/** Somebody else has saved what the person edits. They take that, or go on from it with what they have written. */
export function Overtaken({
  title,
  began,
  theirs,
  mine,
  onTake,
  onKeep,
  children,
}: {
  readonly title: string;
  readonly began: unknown;
  readonly theirs: unknown;
  /** Undefined: it can't be read now. */
  readonly mine: unknown;
  readonly onTake: () => void;
  readonly onKeep: () => void;
  /** Who has saved it, and when. */
  readonly children: ReactNode;
}) {
  return (
    <OvertakenPanel title={title}>
      {children}
      <h3>What was changed</h3>
      <Difference before={began} after={theirs} />
      <h3>What you would change of it</h3>
      {mine === undefined && <p className="quiet">Your text is no JSON now, so nobody can say.</p>}
      {mine !== undefined && isAlike(theirs, mine) && <p className="quiet">Nothing: yours is the same.</p>}
      {mine !== undefined && !isAlike(theirs, mine) && <Difference before={theirs} after={mine} />}
      <div className="actions">
        <button type="button" onClick={onTake}>
          Take theirs, drop mine
        </button>
        <button type="button" className="primary" onClick={onKeep}>
          Go on from theirs, keep mine
        </button>
      </div>
    </OvertakenPanel>
  );
}

/** The person has asked for it, so it takes the focus. */
export function OvertakenPanel({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <section ref={panel} className="panel overtaken" aria-label={title} tabIndex={-1}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className="panel-body">{children}</div>
    </section>
  );
}
