// Of the libraries of identity providers, only what docs/guides/quick-start.md calls, as in their own types of November
// 2026. They are not installed here.

declare module '@auth0/auth0-spa-js' {
  export function createAuth0Client(options: {
    domain: string;
    clientId: string;
    authorizationParams?: { audience?: string; redirect_uri?: string };
  }): Promise<{
    getTokenSilently(options?: { cacheMode?: 'on' | 'off' | 'cache-only' }): Promise<string | undefined>;
  }>;
}

declare module '@clerk/clerk-js' {
  export class Clerk {
    constructor(publishableKey: string);
    load(): Promise<void>;
    session?:
      | { getToken(options?: { template?: string; skipCache?: boolean }): Promise<string | null> }
      | null
      | undefined;
  }
}

declare module 'aws-amplify/auth' {
  export function fetchAuthSession(options?: {
    forceRefresh?: boolean;
  }): Promise<{ tokens?: { idToken?: { toString(): string }; accessToken: { toString(): string } } }>;
}

declare module 'firebase/auth' {
  export function getAuth(): { currentUser: { getIdToken(forceRefresh?: boolean): Promise<string> } | null };
}

declare module '@supabase/supabase-js' {
  type Session = { readonly data: { readonly session: { readonly access_token: string } | null } };
  export function createClient(
    url: string,
    key: string,
  ): { readonly auth: { getSession(): Promise<Session>; refreshSession(): Promise<Session> } };
}
