// What the renderer leaves out: a box that scrolls must be reachable by keyboard (WCAG 2.1.1), and a button must have a
// name (WCAG 4.1.2).
const boxes = 'code.hljs, .custom-scroll, .cm-scroller, pre, .markdown table';

function complete() {
  for (const box of document.querySelectorAll(boxes)) {
    const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    if (scrolls && !box.hasAttribute('tabindex') && !box.querySelector('a, button, input')) box.tabIndex = 0;
  }
  // Its text is hidden from screen readers too.
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.ariaLabel = 'Copy';
}

let isWaiting = false;
function soon() {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    complete();
  }, 200);
}

/** Looks again whenever the page changes, and when its width does. */
export function keepAccessible() {
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
  addEventListener('resize', soon);
  soon();
}
