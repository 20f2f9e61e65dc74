import { curlOf, sdkOf, type Call } from '../call-text.ts';
import { Copy } from './values.tsx';

/** The API call that a screen makes, to copy. */
export function ApiCall({ calls }: { readonly calls: readonly Call[] }) {
  return (
    <details className="api-call">
      <summary>API</summary>
      {calls.map((call) => (
        <div key={call.method + call.path + call.sdk}>
          <Snippet label="curl" text={curlOf(call)} />
          <Snippet label="SDK" text={sdkOf(call)} />
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
