/**
 * The host of an address, with its port where it is not the usual one: all that a trace may say of addresses
 * that tenants chose.
 */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
