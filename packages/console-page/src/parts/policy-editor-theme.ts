import { HighlightStyle } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// Of the variables of styles/tokens.css, so it is light or dark with the rest.

export const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--text)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.number, color: 'var(--accent)' },
  { tag: [tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.punctuation, tags.separator, tags.bracket], color: 'var(--quiet)' },
]);

const raised = {
  color: 'var(--text)',
  background: 'var(--surface)',
  border: '1px solid var(--line-strong)',
  borderRadius: 'var(--radius-small)',
  boxShadow: 'var(--shadow-high)',
};

const wavy = (colour: string) => ({
  backgroundImage: 'none',
  paddingBottom: '0',
  textDecoration: `underline wavy ${colour} 1px`,
  textUnderlineOffset: '3px',
  textDecorationSkipInk: 'none',
});

export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', background: 'transparent', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', overscrollBehavior: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-cursor': { borderLeft: '2px solid var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  '.cm-activeLine': { background: 'transparent' },
  '&.cm-focused .cm-activeLine': { background: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '.cm-gutters': { color: 'var(--quiet)', background: 'transparent', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': {
    // Three digits fit, so that the text is where a plain text area has it.
    minWidth: '34px',
    padding: '0 6px 0 4px',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-activeLineGutter': { background: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--text)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { display: 'grid', placeItems: 'center', padding: '0' },
  '.cm-lint-marker': { width: '8px', height: '8px' },
  '.cm-lint-marker-error': { content: 'none', background: 'var(--bad-bar)', borderRadius: '50%' },
  '.cm-lintRange-error': wavy('var(--bad)'),
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--bad)' },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--accent-ground)',
    outline: '1px solid var(--accent)',
    borderRadius: '2px',
  },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--bad-ground)' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', cursor: 'pointer' },
  '.cm-foldPlaceholder': {
    padding: '0 5px',
    color: 'var(--quiet)',
    background: 'var(--plain-ground)',
    border: '0',
  },
  '.cm-tooltip': { ...raised, zIndex: '20', maxWidth: 'min(420px, 92vw)' },
  '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'hidden' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    maxHeight: 'none',
    overflow: 'hidden',
    minWidth: '180px',
    maxWidth: 'min(560px, 92vw)',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '16px',
    justifyContent: 'space-between',
    padding: '4px 8px',
    lineHeight: '1.45',
    borderRadius: '5px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--accent)',
    background: 'var(--accent-ground)',
  },
  '.cm-completionMatchedText': { fontWeight: '650', textDecoration: 'none' },
  '.cm-completionDetail': {
    marginLeft: '0',
    overflow: 'hidden',
    fontFamily: 'var(--sans)',
    fontStyle: 'normal',
    color: 'var(--quiet)',
    textOverflow: 'ellipsis',
  },
  '@media (max-width: 640px)': {
    '.cm-foldGutter': { display: 'none !important' },
    '.cm-completionDetail': { display: 'none' },
  },
  '.cm-diagnostic': { padding: '6px 10px', margin: '0', fontFamily: 'var(--sans)', border: '0' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad-bar)' },
});

/** A line that is wrapped goes on below its beginning. */
export const hanging = EditorView.decorations.of(({ state: { doc }, visibleRanges }) => {
  const lines = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = doc.lineAt(at);
      lines.add(line.from, line.from, hangingBy(line.text.search(/[^ ]|$/)));
      at = line.to + 1;
    }
  return lines.finish();
});

function hangingBy(spaces: number): Decoration {
  const width = `${spaces + 2}ch`;
  return Decoration.line({
    attributes: { style: `text-indent: -${width}; padding-left: calc(6px + ${width})` },
  });
}
