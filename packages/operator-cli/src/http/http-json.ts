/** The answer of an HTTP interface that speaks JSON. */
export type JsonAnswer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export type JsonRequest = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

const answerLimitMs = 30_000;

/** Sends `body` as JSON and reads the answer as JSON, or as text if it is not. Any status is an answer. */
export async function requestJson(
  url: string,
  { method = 'GET', headers = {}, body }: JsonRequest = {},
): Promise<JsonAnswer> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerLimitMs),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

/**
 * The body of an answer that must be 2xx. Otherwise throws an Error with status, code and message of the
 * service.
 */
export async function expectJson<Body>(url: string, request: JsonRequest = {}): Promise<Body> {
  const { status, body } = await requestJson(url, request);
  if (status >= 200 && status < 300) return body as Body;
  throw new Error(`${request.method ?? 'GET'} ${url} answered ${status}: ${JSON.stringify(body)}`);
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
