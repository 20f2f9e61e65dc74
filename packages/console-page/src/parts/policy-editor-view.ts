import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  insertCompletionText,
  pickedCompletion,
  startCompletion,
  type Completion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { diagnosticCount, forceLinting, linter, lintGutter, nextDiagnostic } from '@codemirror/lint';
import { EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { cursorAt } from '../json-cursor.ts';
import { jsonTree, readable, type Mark } from '../json-tree.ts';
import { marksOf, problemsOf, type Problem } from '../policy-problems.ts';
import type { Refused } from '../policy-refusal.ts';
import { insertionOf, suggestionsAt, type Suggestion } from '../policy-suggestions.ts';
import { hanging, highlight, theme } from './policy-editor-theme.ts';

/** A plain text area as it was when the editor took its place. */
export type Seen = {
  readonly text: string;
  readonly anchor: number;
  readonly head: number;
  readonly top: number;
  readonly hasFocus: boolean;
};

export type EditorOptions = {
  /** What it begins with, and goes back to when all is undone. */
  readonly text: string;
  /** What it goes on from. */
  readonly seen: Seen | undefined;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly onText: (text: string) => void;
  readonly onProblems: (problems: readonly Problem[]) => void;
};

/** A wait, so that nothing is marked while it is being typed. */
const patienceMs = 400;

/**
 * The editor, in a shadow root: its styles are a constructed sheet there, and a <style> anywhere else, which the page's
 * policy forbids.
 */
export function openEditor(host: HTMLElement, options: EditorOptions): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: options.text, extensions: extensionsFor(options) }),
  });
  if (options.seen) goOn(view, options.seen);
  return view;
}

function goOn(view: EditorView, { text, anchor, head, top, hasFocus }: Seen): void {
  const { doc } = view.state;
  if (text === doc.toString()) view.dispatch({ selection: { anchor, head } });
  else
    view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      selection: { anchor, head },
      // So that it suggests, as if all of it had been typed here.
      userEvent: 'input.type',
    });
  if (hasFocus) view.focus();
  view.scrollDOM.scrollTop = top;
}

function extensionsFor({ label, isReadOnly, onText, onProblems }: EditorOptions): Extension {
  return [
    lintGutter(),
    lineNumbers(),
    foldGutter({ openText: '▾', closedText: '▸' }),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    // No more than fit: a list that scrolls would need the focus.
    autocompletion({ override: [suggest], icons: false, maxRenderedOptions: 12 }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    json(),
    syntaxHighlighting(highlight),
    theme,
    hanging,
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of(({ state }) => ({
      ...{ 'aria-label': label, spellcheck: 'false', tabindex: '0' },
      'aria-invalid': String(diagnosticCount(state) > 0),
    })),
    // Tab stays free: it leaves the editor.
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
      { key: 'F8', run: nextDiagnostic },
    ]),
    refusedField,
    linter(
      (view) => {
        const problems = problemsOf(view.state.doc.toString(), view.state.field(refusedField));
        onProblems(problems);
        return problems.map(({ from, to, message }) => ({ from, to, message, severity: 'error' }));
      },
      {
        delay: patienceMs,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(refuse))),
      },
    ),
    overSelection,
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onText(state.doc.toString());
    }),
  ];
}

/**
 * Text typed over a selection. Chromium would keep the look of what was there by an attribute `style`, which the page's
 * policy forbids.
 */
const overSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.state.readOnly) return false;
    const { from, to } = selectedIn(view);
    if (from === to) return false;
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: data },
        selection: { anchor: from + data.length },
        ...{ scrollIntoView: true, userEvent: 'input.type' },
      });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** As the browser has it. The editor hears of a new one only later. */
function selectedIn(view: EditorView): { readonly from: number; readonly to: number } {
  const { root, contentDOM, state } = view;
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  const selection = document.getSelection();
  // Browsers have it since 2025.
  if (!selection || !('getComposedRanges' in selection)) return state.selection.main;
  const [range] = selection.getComposedRanges({ shadowRoots });
  if (!range || !contentDOM.contains(range.startContainer) || !contentDOM.contains(range.endContainer))
    return state.selection.main;
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}

/** Takes the place of all refusals before. */
const refuse = StateEffect.define<readonly Mark[]>();

/** What the service refused, for as long as nobody has changed it. */
const refusedField = StateField.define<readonly Mark[]>({
  create: () => [],
  update: (marks, { changes, docChanged, effects }) => {
    const kept = docChanged
      ? marks
          .filter(({ from, to }) => changes.touchesRange(from, to) === false)
          .map(({ from, to, message }) => ({
            from: changes.mapPos(from, 1),
            to: changes.mapPos(to, -1),
            message,
          }))
      : marks;
    return effects.reduce((before, effect) => (effect.is(refuse) ? effect.value : before), kept);
  },
});

export function markRefused(view: EditorView, refused: readonly Refused[]): void {
  const marks = marksOf(view.state.doc.toString(), refused);
  view.dispatch({ effects: refuse.of(marks) });
  forceLinting(view);
}

export function showProblem(view: EditorView, { from, to }: Problem): void {
  const { length } = view.state.doc;
  const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
  view.focus();
}

const suggest: CompletionSource = ({ state, pos, explicit }) => {
  const text = state.doc.toString();
  const tree = jsonTree(text);
  const cursor = cursorAt(text, pos);
  if (!cursor || state.readOnly || (!explicit && cursor.from === cursor.to)) return null;
  const suggestions = suggestionsAt(cursor, readable(tree.root));
  if (suggestions.length === 0) return null;
  const isQuoted = text[cursor.from] === '"';
  return {
    from: cursor.from + (isQuoted ? 1 : 0),
    validFor: /^[\w.*]*$/,
    options: suggestions.map(optionOf),
  };
};

function optionOf(suggestion: Suggestion, at: number): Completion {
  return {
    label: suggestion.name,
    // In our order, and not by name.
    sortText: String(at).padStart(3, '0'),
    detail: suggestion.about,
    apply: (view, completion, _from, to) => {
      const { state } = view;
      const text = state.doc.toString();
      const cursor = cursorAt(text, to);
      if (!cursor) return;
      const { from, to: end } = cursor;
      const [indentation = ''] = /^ */.exec(state.doc.lineAt(from).text) ?? [];
      const inserted = insertionOf(suggestion, cursor.wants, { after: text.slice(end), indentation });
      view.dispatch({
        ...insertCompletionText(state, inserted.text, from, end),
        selection: { anchor: from + inserted.cursor },
        annotations: pickedCompletion.of(completion),
      });
      if (inserted.goesOn) startCompletion(view);
    },
  };
}
