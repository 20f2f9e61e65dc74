/**
 * The keys of a local stack, from the address of the page: the fragment `#keys=…`, which no browser sends to a server.
 * Only the gateway of a local stack marks the page as one that takes them. The address forgets them at once.
 */
export function localKeys() {
  const [, text] = /^#keys=([\w-]+)$/.exec(location.hash) ?? [];
  if (text === undefined) return undefined;
  history.replaceState(undefined, '', location.pathname);
  if (!('takesKeys' in document.body.dataset)) return undefined;
  return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
}
