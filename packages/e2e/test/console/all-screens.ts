/** The screens of an application: where, and their heading. */
export const screens = [
  ['overview', 'Overview'],
  ['activity', 'Activity'],
  ['why', 'Why was it denied?'],
  ['users', 'Users'],
  ['wallets', 'Wallets'],
  ['policies', 'Policies'],
  ['policies/new', 'New policy'],
  ['providers', 'Identity providers'],
  ['webhooks', 'Webhooks'],
  ['journal', 'Journal'],
  ['attestation', 'Attestation'],
  ['keys', 'Secret keys'],
  ['approvals', 'Approvals'],
  ['signatures', 'Signature requests'],
  ['members', 'People'],
  ['settings', 'Settings'],
] as const;
