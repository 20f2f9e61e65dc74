/**
 * The keys of a local stack, from the address of the page: the fragment `#keys=…`, which no browser sends to a server.
 * Only the gateway of a local stack marks the page as one that takes them. The address forgets them at once.
 */
export function localKeys() {
  const [, text] = /^#keys=([\w-]+)$/.exec(location.hash) ?? [];
  if (text === undefined || !('takesKeys' in document.body.dataset)) return undefined;
  history.replaceState(undefined, '', location.pathname);
  return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
}

/** The document with the provider of the local stack where it has an example of one. */
export function withLocalKeys(document_, { provider_id: id }) {
  const operations = Object.values(document_.paths).flatMap((methods) => Object.values(methods));
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters))
    if (parameter.name === 'X-OIDC-Provider-ID') parameter.example = id;
  return document_;
}
