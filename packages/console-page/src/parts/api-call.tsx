import { Copy } from './values.tsx';

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
          <Snippet label="curl" text={curlOf(method, path)} />
          <Snippet label="SDK" text={sdk} />
        </div>
      ))}
    </details>
  );
}

function Snippet({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="snippet">
      <pre tabIndex={0}>{text}</pre>
      <Copy text={text} what={`the ${label} call`} />
    </div>
  );
}

function curlOf(method: string, path: string): string {
  const isAdmin = path.startsWith('/v1/admin/');
  const credential = isAdmin ? 'X-Service-Operator-Key: $OPERATOR_KEY' : 'X-Service-Secret-Key: $SECRET_KEY';
  const hasBody = method === 'POST' || method === 'PATCH';
  const body = hasBody ? ' -H "Content-Type: application/json" -d @body.json' : '';
  return `curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE_URL${path}" -H "${credential}"${body}`;
}
