/** One call of the API. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** In the SDK, such as `server.decisions.list({ … })`. `{ … }` stands for the body, or for the query of the path. */
  readonly sdk: string;
  readonly body?: unknown;
};

/** For a shell, with the address and the credential in variables. */
export function curlOf({ method, path, body }: Call): string {
  const credential = path.startsWith('/v1/admin/')
    ? 'X-Service-Operator-Key: $OPERATOR_KEY'
    : path.startsWith('/v1/session')
      ? 'X-Service-Session: $SESSION'
      : 'X-Service-Secret-Key: $SECRET_KEY';
  const verb = method === 'GET' ? '' : `-X ${method} `;
  const content =
    body === undefined
      ? ''
      : ` -H "Content-Type: application/json" -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`;
  return `curl ${verb}"$BASE_URL${path}" -H "${credential}"${content}`;
}

/** For a program, with all arguments. */
export function sdkOf({ path, sdk, body }: Call): string {
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
  const given = body ?? (Object.keys(query).length > 0 ? query : undefined);
  if (given === undefined) return sdk.replace(/(, )?\{ … \}/, '');
  // A function, because text may have what stands for something else, such as `$&`.
  return sdk.replace('{ … }', () => JSON.stringify(given));
}
