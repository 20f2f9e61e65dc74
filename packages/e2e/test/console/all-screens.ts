/** The screens of an application: where, and their heading. */
export const screens = [
  ['overview', 'Overview'],
  ['activity', 'Activity'],
  ['why', 'Why was it denied?'],
  ['users', 'Users'],
  ['wallets', 'Wallets'],
  ['policies', 'Policies'],
  ['policies/conflicts', 'Conflicts'],
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

/** The screens of the installation: where, and their heading. */
export const operatorScreens = [
  ['health', 'Health'],
  ['key-sets', 'Key sets'],
  ['applications', 'Applications'],
  ['people', 'Everybody'],
  ['journal', 'Journal'],
] as const;
