/**
 * The document as its requests are tried. The renderer sends every header that has an example. An optional one, such as
 * an Idempotency-Key, is sent only when the reader fills it in. `keys`: of a local stack, if the page has them.
 */
export function readyToTry(reference, keys) {
  const operations = Object.values(reference.paths).flatMap((methods) => Object.values(methods));
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    if (parameter.in === 'header' && !parameter.required) delete parameter.example;
    if (parameter.name === 'X-OIDC-Provider-ID' && keys) parameter.example = keys.provider_id;
  }
  return reference;
}
