export type Values = Readonly<Record<string, unknown>>;

type Field = {
  readonly name: string;
  readonly label: string;
  readonly help: string;
};
/** A setting, and how it is edited. `list`: a line for each. */
export type Setting = Field &
  (
    | { readonly kind: 'choice'; readonly choices: readonly (readonly [value: string, label: string])[] }
    | { readonly kind: 'switch' }
    | { readonly kind: 'number'; readonly least: number; readonly most: number }
    | { readonly kind: 'list'; readonly of: 'text' | 'number' }
  );

const choices = (...given: readonly (readonly [string, string])[]) =>
  ({ kind: 'choice', choices: given }) as const;

export const groups: readonly { readonly title: string; readonly settings: readonly Setting[] }[] = [
  {
    title: 'Policies',
    settings: [
      {
        ...{ kind: 'switch', name: 'policy_evaluation_enabled', label: 'Policies apply' },
        help: 'While it is off, no policy has any effect.',
      },
      {
        ...choices(['allow', 'Allow'], ['deny', 'Deny']),
        ...{
          name: 'default_action',
          label: 'If no rule matches',
          help: 'Deny is the safe choice, with ALLOW rules.',
        },
      },
      {
        ...choices(['refuse', 'Refuse'], ['allow', 'Allow']),
        ...{ name: 'raw_hash_signing', label: 'Bare hashes' },
        help: 'No rule can read a hash. It counts while an active policy covers the chain.',
      },
      {
        ...choices(['refuse', 'Refuse'], ['allow', 'Allow']),
        ...{ name: 'eip7702_any_chain', label: 'Delegations for every chain (EIP-7702)' },
        help: 'Such an authorization is valid on all chains. With and without policies.',
      },
      {
        ...choices(['enforce', 'Enforce'], ['off', 'Off']),
        ...{ name: 'chain_id_check', label: 'Chain id of Core wallets' },
        help: 'A wallet whose network has a known chain id signs for that chain alone.',
      },
      {
        ...choices(['brief', 'Brief'], ['full', 'Full']),
        ...{ name: 'denial_detail', label: 'What a denial shows to users' },
        help: 'Full also shows limits, lists and the values seen, which users can then read.',
      },
      {
        ...{
          kind: 'list',
          of: 'number',
          name: 'plain_chain_ids',
          label: 'Other plain EVM chains (chain ids)',
        },
        help: 'Chains that the service does not know, on which no call moves more native coin than its value.',
      },
    ],
  },
  {
    title: 'Second factor',
    settings: [
      {
        ...{ kind: 'number', least: 1, most: 43_200, name: 'recency_window_minutes' },
        ...{ label: 'How long it counts (minutes)', help: 'After that, STEP_UP policies ask again.' },
      },
      {
        ...{ kind: 'list', of: 'text', name: 'mfa_acr_values', label: 'Values of acr that prove it' },
        help: 'If there is none, mfa among the amr of the token proves it.',
      },
      {
        ...{
          kind: 'list',
          of: 'text',
          name: 'embedded_wallet_provider_ids',
          label: 'Providers of embedded wallets',
        },
        help: 'STEP_UP policies apply to their users alone.',
      },
    ],
  },
  {
    title: 'Tokens and wallets',
    settings: [
      {
        ...choices(['observe', 'Observe'], ['single_payload', 'One payload']),
        ...{ name: 'op_jwt_mode', label: 'What a token may be used for' },
        help: 'One payload: a token signs once. Observe: the journal records the second use.',
      },
      {
        ...{ kind: 'number', least: 60, most: 86_400, name: 'express_jwt_max_lifetime_seconds' },
        ...{
          label: 'Longest life of a token on Express (seconds)',
          help: 'exp minus iat. On Core it is always 300.',
        },
      },
      {
        ...{ kind: 'list', of: 'text', name: 'allowed_origins', label: 'Web pages that may call Express' },
        help: 'Origins such as https://app.example.com. If there is none, no web page may call.',
      },
      {
        ...{ kind: 'switch', name: 'access_key_recovery', label: 'Owners can recover access keys' },
        help: 'With a fresh token alone. While it is off, new wallets are never recoverable.',
      },
      {
        ...choices(['refuse', 'Refuse (409)'], ['skip', 'Make a new wallet']),
        ...{ name: 'claim_possible', label: 'When a pre-generated wallet waits, and can’t be claimed' },
        help: 'Because the user’s provider is not trusted to verify e-mail addresses.',
      },
      {
        ...{
          kind: 'list',
          of: 'text',
          name: 'email_provider_ids',
          label: 'Providers that verify e-mail addresses',
        },
        help: 'Only their users can claim pre-generated wallets.',
      },
    ],
  },
];

/** A line for each value. What is no number stays text, and the service says that it is wrong. */
export function valuesIn(text: string, of: 'text' | 'number'): readonly (string | number)[] {
  const lines = text.split(/[\n,]/).flatMap((line) => line.trim() || []);
  return of === 'text' ? lines : lines.map((line) => (/^\d+$/.test(line) ? Number(line) : line));
}
