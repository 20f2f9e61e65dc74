import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AdapterFactory, AdapterPayload, Configuration, Provider } from 'oidc-provider';

// The login of the demo provider: whoever writes a name is that user.

const loginPath = '/login';
const mostRecords = 1000;
const longestForm = 4096;

/** Nobody is asked for consent. A user's e-mail address is made of their name. */
export const demoLogin = {
  adapter: recordsInMemory(),
  interactions: { url: () => loginPath },
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  // Otherwise they would be at the userinfo endpoint only.
  conformIdTokenClaims: false,
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true }),
  }),
  loadExistingGrant: async ({ oidc }) => {
    const { client, session, provider } = oidc;
    if (!client || !session?.accountId) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
} satisfies Configuration;

/** Logins under way, sessions and codes. Each process has its own, and the oldest records go first. */
function recordsInMemory(): AdapterFactory {
  const records = new Map<string, AdapterPayload>();
  return (model) => ({
    upsert: (id, payload) => {
      records.set(`${model} ${id}`, payload);
      const [oldest] = records.keys();
      if (records.size > mostRecords && oldest !== undefined) records.delete(oldest);
      return done;
    },
    find: (id) => Promise.resolve(records.get(`${model} ${id}`)),
    findByUid: (uid) =>
      Promise.resolve([...records.values()].find((record) => record.kind === model && record.uid === uid)),
    findByUserCode: () => done,
    consume: (id) => {
      const record = records.get(`${model} ${id}`);
      if (record) record.consumed = Math.floor(Date.now() / 1000);
      return done;
    },
    destroy: (id) => {
      records.delete(`${model} ${id}`);
      return done;
    },
    revokeByGrantId: (grantId) => {
      for (const [name, record] of records) if (record.grantId === grantId) records.delete(name);
      return done;
    },
  });
}

const done: Promise<undefined> = Promise.resolve(undefined);

/** Whether it was a request for the login page, which is then answered. */
export function answersLogin(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.url !== loginPath) return false;
  const answer = request.method === 'POST' ? finishLogin : showLogin;
  answer(provider, request, response).catch(() => {
    response.writeHead(400).end('This login has expired. Go back to the application and begin again.');
  });
  return true;
}

type Answer = (provider: Provider, request: IncomingMessage, response: ServerResponse) => Promise<void>;

const showLogin: Answer = async (provider, request, response) => {
  const { params, prompt } = await provider.interactionDetails(request, response);
  // Of native clients each request is asked for consent. Whoever has a session needs no form for it.
  if (prompt.name === 'consent') {
    await provider.interactionFinished(request, response, { consent: {} });
    return;
  }
  const hint = typeof params['login_hint'] === 'string' ? params['login_hint'] : '';
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.end(page(hint));
};

const finishLogin: Answer = async (provider, request, response) => {
  if (Number(request.headers['content-length'] ?? Infinity) > longestForm) throw new Error('a name is short');
  const name = new URLSearchParams(await text(request)).get('name')?.trim() ?? '';
  if (!/^[\w.-]{1,100}$/.test(name)) {
    await showLogin(provider, request, response);
    return;
  }
  await provider.interactionFinished(request, response, { login: { accountId: name }, consent: {} });
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (raw: string): string => raw.replace(/[&<>"]/g, (mark) => entities[mark] ?? '');

const page = (hint: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Demo login</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 20vh auto; padding: 0 1rem; }
  input, button { font: inherit; padding: 0.4rem 0.8rem; }
</style>
<h1>Demo login</h1>
<p>Development only: whoever writes a name here is that user.</p>
<form method="post">
  <label>Name <input name="name" value="${escaped(hint)}" required pattern="[A-Za-z0-9_.\\-]{1,100}" autofocus></label>
  <button>Log in</button>
</form>
</html>
`;
