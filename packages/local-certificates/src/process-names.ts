/**
 * Every caller of the suite. The name is the DNS SAN of its certificate and, for a server, the TLS server
 * name that its clients ask for.
 */
export const processNames = [
  'gateway',
  'identity',
  'policy',
  'wallet',
  'signer',
  'webhooks',
  'witness',
  'operator',
] as const;

export type ProcessName = (typeof processNames)[number];
