const lost = 'body, main, dialog:not([open]) *';

/**
 * Takes the focus if it is lost, so that Tab goes on from there. A button that is off while its change is on its way
 * has lost it, and a dialog cannot give it back.
 */
export function focusIfLost(place: HTMLElement | null): void {
  if (document.activeElement?.matches(lost) ?? true) place?.focus({ preventScroll: true });
}
