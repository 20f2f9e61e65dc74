import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EditorView } from '@codemirror/view';
import type { Refused } from '../policy-refusal.ts';
import { markRefused, openEditor, showProblem, type Problem } from './policy-editor-view.ts';

const label = 'Policy (JSON)';
const mostShown = 8;

/** Knows what a policy can say, and marks what is wrong where it is. */
export function PolicyEditor({
  text,
  isReadOnly,
  refused,
  onText,
}: {
  /** What it begins with. */
  readonly text: string;
  readonly isReadOnly: boolean;
  /** What the service refuses. Each new list takes the place of the one before. */
  readonly refused: readonly Refused[];
  readonly onText: (text: string) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const given = useRef({ text, isReadOnly, onText });
  useLayoutEffect(() => {
    if (!host.current) return;
    const opened = openEditor(host.current, { ...given.current, label, onProblems: setProblems });
    view.current = opened;
    return () => {
      opened.destroy();
    };
  }, []);
  useEffect(() => {
    if (view.current) markRefused(view.current, refused);
  }, [refused]);
  return (
    <div className="field">
      <span aria-hidden="true">{label}</span>
      <div ref={host} className={isReadOnly ? 'editor editor-still' : 'editor'} />
      <div className="problems" role="status">
        {problems.length > 0 && (
          <ul>
            {problems.slice(0, mostShown).map((problem) => (
              <li key={`${problem.from} ${problem.message}`}>
                <button
                  type="button"
                  className="problem"
                  onClick={() => {
                    if (view.current) showProblem(view.current, problem);
                  }}
                >
                  <span className="number">Line {problem.line}</span> {problem.message}
                </button>
              </li>
            ))}
          </ul>
        )}
        {problems.length > mostShown && <p className="quiet small">and {problems.length - mostShown} more</p>}
      </div>
      {!isReadOnly && (
        <p className="help editor-keys">
          <kbd>Ctrl</kbd> <kbd>Space</kbd> suggests what fits. <kbd>Tab</kbd> leaves the editor.
        </p>
      )}
    </div>
  );
}
