/**
 * The host of an address, with its port if it is not the usual one. A trace must not contain more of
 * addresses that tenants chose.
 */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
