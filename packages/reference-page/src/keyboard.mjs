// A box that scrolls must be reachable by keyboard (WCAG 2.1.1). The renderer does not make its boxes so.
const boxes = 'code.hljs, .custom-scroll, .cm-scroller, pre, .markdown table';

function makeReachable() {
  for (const box of document.querySelectorAll(boxes)) {
    const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    if (scrolls && !box.hasAttribute('tabindex') && !box.querySelector('a, button, input')) box.tabIndex = 0;
  }
}

let isWaiting = false;
function soon() {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    makeReachable();
  }, 200);
}

/** Looks again whenever the page changes, and when its width does. */
export function keepBoxesReachable() {
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
  addEventListener('resize', soon);
  soon();
}
