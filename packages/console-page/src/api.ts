import { createOperatorClient, createPersonClient, createServerClient } from '@wallet-service/sdk/server';
import { WalletServiceError } from '@wallet-service/sdk';
import { fetchBecause } from './change-reason.ts';
import { fetchRemembering } from './refused-change.ts';

/** The path under which the console is, with a slash at the end. */
export const base = document.querySelector<HTMLMetaElement>('meta[name=base]')?.content ?? '/';

// The console adds the session to each call, so that no script ever has it.
const url = `${location.origin}${base}api`;

/** A person does not wait for longer, and tries again when they want to. */
const patience = { timeoutMs: 15_000, maxAttempts: 2 };

export const person = createPersonClient({ url, ...patience });

export const operator = operatorBecause('');

/** For changes that an operator makes for one reason. */
export function operatorBecause(reason: string): ReturnType<typeof createOperatorClient> {
  return createOperatorClient({ url, ...patience, fetch: fetchBecause(reason) });
}

/** What the person may do in one application. `reason`: of the changes that they make with it. */
export function server(applicationId: string, reason = ''): ReturnType<typeof createServerClient> {
  return createServerClient({ url, ...patience, applicationId, fetch: fetchRemembering(url, reason) });
}

export type Access = Awaited<ReturnType<typeof person.session.get>>;

/** An answer of the console itself, to `/auth`. Throws WalletServiceError or Error. */
export async function auth(path: string, body: object = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(`${base}auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const content = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  if (answer.ok) return content;
  const { detail } = content;
  throw new Error(typeof detail === 'string' ? detail : `The console answered ${answer.status}.`);
}

/** Whether people may sign in at a provider, too. */
export async function signInOptions(): Promise<{ readonly provider: boolean }> {
  const answer = await fetch(`${base}auth/options`);
  if (!answer.ok) throw new Error(`The console answered ${answer.status}.`);
  return (await answer.json()) as { readonly provider: boolean };
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof WalletServiceError ? error.code : undefined;
}
