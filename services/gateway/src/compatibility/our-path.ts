/** Version 1 of the Express wallet paths is served as version 2. Version 1 of Core has no tokens, and stays retired. */
export function ourPath(url: string): string {
  return url.replace(/^\/v1\/wallet(?=[/?]|$)/, '/v2/wallet');
}
