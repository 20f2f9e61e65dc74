import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditorView } from '@codemirror/view';
import { marksOf, problemsOf, type Problem } from '../policy-problems.ts';
import type { Refused } from '../policy-refusal.ts';
import type * as editor from './policy-editor-view.ts';

const label = 'Policy (JSON)';
const mostShown = 8;

/** The editor is as large as the rest of the page, so it comes when a person first turns to the text. */
let tools: Pick<typeof editor, 'openEditor' | 'markRefused' | 'showProblem'> | undefined;

type Options = {
  /** What it begins with. */
  readonly text: string;
  readonly isReadOnly: boolean;
  /** What the service refuses. Each new list takes the place of the one before. */
  readonly refused: readonly Refused[];
  readonly onText: (text: string) => void;
};

/** Knows what a policy can say, and marks what is wrong where it is. Until then it is a plain text area. */
export function PolicyEditor(options: Options) {
  const { text, isReadOnly, refused, onText } = options;
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const { host, plain, isPlain, hasFailed, turnTo, hold, letGo, show } = useEditor(options, setProblems);
  // Without the editor, a person still has to know what is wrong.
  const known = hasFailed && isPlain ? problemsOf(text, marksOf(text, refused)) : problems;
  return (
    <div className="field">
      <span aria-hidden="true">{label}</span>
      <div
        ref={host}
        className={isReadOnly ? 'editor editor-still' : 'editor'}
        // A finger may only want to scroll.
        onPointerEnter={({ pointerType }) => {
          if (pointerType !== 'touch') turnTo();
        }}
      >
        {isPlain && (
          <textarea
            ref={plain}
            {...{ 'aria-label': label, 'aria-invalid': known.length > 0, readOnly: isReadOnly }}
            {...{ spellCheck: false, autoCapitalize: 'off', autoComplete: 'off', autoCorrect: 'off' }}
            defaultValue={text}
            onChange={({ target }) => {
              onText(target.value);
            }}
            onFocus={turnTo}
            onCompositionStart={hold}
            onCompositionEnd={letGo}
            onPointerDown={({ currentTarget, pointerId }) => {
              currentTarget.setPointerCapture(pointerId);
              hold();
            }}
            onLostPointerCapture={letGo}
          />
        )}
      </div>
      <Problems of={known} onChosen={show} />
      {!isReadOnly && (
        <p className="help editor-keys">
          {hasFailed && isPlain ? (
            'The editor did not load. The text can be changed without its suggestions.'
          ) : (
            <>
              <kbd>Ctrl</kbd> <kbd>Space</kbd> suggests what fits. <kbd>Tab</kbd> leaves the editor.
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** A plain text area, whose place the editor takes with the text, the selection and the focus of the person. */
function useEditor(
  { text, isReadOnly, refused, onText }: Options,
  onProblems: (problems: readonly Problem[]) => void,
) {
  const host = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const view = useRef<EditorView>(undefined);
  const seen = useRef<editor.Seen>(undefined);
  /** A person selects by pointer, or composes a character. Then no element may go away. */
  const isHeld = useRef(false);
  const [opened, setOpened] = useState(tools);
  const [hasFailed, setFailed] = useState(false);
  const given = useRef({ text, isReadOnly, onText, onProblems });
  useLayoutEffect(() => {
    if (!opened || !host.current) return;
    const current = opened.openEditor(host.current, { ...given.current, label, seen: seen.current });
    view.current = current;
    return () => {
      current.destroy();
    };
  }, [opened]);
  const takePlace = (): void => {
    if (!tools || !plain.current || isHeld.current) return;
    seen.current = seenIn(plain.current);
    // At once, so that no key comes in between.
    flushSync(() => {
      setOpened(tools);
    });
  };
  const turnTo = (): void => {
    if (!plain.current) return;
    void import('./policy-editor-view.ts').then(
      ({ openEditor, markRefused, showProblem }) => {
        tools = { openEditor, markRefused, showProblem };
        takePlace();
      },
      () => {
        setFailed(true);
      },
    );
  };
  useEffect(() => {
    if (view.current) opened?.markRefused(view.current, refused);
    else if (refused.length > 0) turnTo();
  }, [opened, refused]);
  return {
    ...{ host, plain, isPlain: !opened, hasFailed, turnTo },
    hold: (): void => {
      isHeld.current = true;
    },
    letGo: (): void => {
      isHeld.current = false;
      takePlace();
    },
    show: (problem: Problem): void => {
      if (view.current) opened?.showProblem(view.current, problem);
      plain.current?.focus();
      plain.current?.setSelectionRange(problem.from, problem.to);
    },
  };
}

function seenIn(area: HTMLTextAreaElement): editor.Seen {
  const { value, selectionStart: from, selectionEnd: to, selectionDirection, scrollTop } = area;
  const [anchor, head] = selectionDirection === 'backward' ? [to, from] : [from, to];
  return { text: value, anchor, head, top: scrollTop, hasFocus: document.activeElement === area };
}

function Problems({
  of: problems,
  onChosen,
}: {
  readonly of: readonly Problem[];
  readonly onChosen: (problem: Problem) => void;
}) {
  return (
    <div className="problems" role="status">
      {problems.length > 0 && (
        <ul>
          {problems.slice(0, mostShown).map((problem) => (
            <li key={`${problem.from} ${problem.message}`}>
              <button
                type="button"
                className="problem"
                onClick={() => {
                  onChosen(problem);
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
  );
}
