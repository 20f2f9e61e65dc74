// POST /api/sign with {"message": "…"}: signs for the user who is logged in here. Put it at app/api/sign/route.ts.
import { createClient, WalletServiceError } from '@wallet-service/sdk';

const { BASE_URL = '', API_KEY = '', PROVIDER_ID = '' } = process.env;

export async function POST(request: Request): Promise<Response> {
  // A page of another site could send the form, and the browser would add the cookie.
  if (request.headers.get('sec-fetch-site') === 'cross-site') return refusal(403, 'wrong-site');
  const token = tokenOf(request);
  if (token === undefined) return refusal(401, 'logged-out');
  const body = await jsonOf(request);
  if (body === undefined) return refusal(400, 'body-malformed');
  const message = body?.message;
  if (typeof message !== 'string') return refusal(422, 'message-missing');

  // A client is for one user, so each request has its own. It costs nothing.
  const client = createClient({ url: BASE_URL, apiKey: API_KEY, providerId: PROVIDER_ID, token });
  try {
    const wallet = await client.wallet('ETH', { signal: request.signal });
    const { signature } = await wallet.signMessage(message, { signal: request.signal });
    return Response.json({ address: wallet.address, signature });
  } catch (error) {
    if (!(error instanceof WalletServiceError)) throw error;
    // The page acts on the code. The trace id is for your own logs and for support.
    return refusal(error.status || 502, error.code, error.traceId);
  }
}

/** The user's ID token, which your login has put into an HttpOnly cookie. */
function tokenOf(request: Request): string | undefined {
  const cookies = request.headers.get('cookie') ?? '';
  return /(?:^|;\s*)id_token=([^;]+)/.exec(cookies)?.[1];
}

/** Undefined if it is no JSON. */
async function jsonOf(request: Request): Promise<{ message?: unknown } | null | undefined> {
  try {
    return (await request.json()) as { message?: unknown } | null;
  } catch {
    return undefined;
  }
}

function refusal(status: number, code: string, traceId?: string): Response {
  return Response.json({ code, traceId }, { status });
}
