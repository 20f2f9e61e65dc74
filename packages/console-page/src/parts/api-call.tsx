export type Call = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** In the SDK, such as `server.decisions.list()`. */
  readonly sdk: string;
};

/** The API call that a screen makes, to copy. */
export function ApiCall({ calls }: { readonly calls: readonly Call[] }) {
  return (
    <details className="api-call">
      <summary>API</summary>
      {calls.map(({ method, path, sdk }) => (
        <div key={method + path + sdk}>
          <pre tabIndex={0}>{curlOf(method, path)}</pre>
          <pre tabIndex={0}>{sdk}</pre>
        </div>
      ))}
    </details>
  );
}

function curlOf(method: string, path: string): string {
  const isAdmin = path.startsWith('/v1/admin/');
  const credential = isAdmin ? 'X-Service-Operator-Key: $OPERATOR_KEY' : 'X-Service-Secret-Key: $SECRET_KEY';
  return `curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE_URL${path}" -H "${credential}"`;
}
