// Records of an invented application, as the API answers them: enough that every screen has something to show.

export const applicationId = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e';
const otherId = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5f';
const day = 86_400;

const id = (kind: number, at: number): string =>
  `0192f${kind.toString(16).padStart(3, '0')}-7c3e-7a51-9f0e-${at.toString(16).padStart(12, '0')}`;
const byte = (seed: number, at: number): string =>
  ((seed * 37 + at * 101 + at * at * 7) % 256).toString(16).padStart(2, '0');
const hex = (seed: number, bytes: number): string =>
  Array.from({ length: bytes }, (_, at) => byte(seed, at)).join('');
/** The same numbers at every run, from 0 to 1. */
const noise = (seed: number): number => (Math.imul(seed + 1, 2_654_435_761) >>> 0) / 4_294_967_296;

const names = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'ivan', 'judy', 'mallory'];
const issuer = 'https://login.example.com';
const chains = ['ETH', 'ETH', 'ETH', 'SOL', 'BTC'] as const;
const methods = {
  ETH: ['eth_signTransaction', 'personal_sign', 'eth_signTypedData_v4'],
  SOL: ['signTransaction', 'signMessage'],
  BTC: ['signTransaction', 'signMessage'],
} as const;
const operations: Readonly<Record<string, string>> = {
  eth_signTransaction: 'transaction',
  signTransaction: 'transaction',
  personal_sign: 'message',
  signMessage: 'message',
  eth_signTypedData_v4: 'typed_data',
};
const networks = { ETH: 'eip155:1', SOL: 'SOL_MAINNET', BTC: 'BTC_MAINNET' };
const addressOf = {
  ETH: (at: number) => `0x${hex(at, 20)}`,
  SOL: (at: number) => `7Np41oeYqPefeNQEHSv1UDhYrehxin3NStE${hex(at, 4)}`,
  BTC: (at: number) => `bc1q${hex(at, 19)}`,
};

function walletAt(now: number, at: number, of: number): object {
  const chain = chains[(at + of) % chains.length] ?? 'ETH';
  return {
    ...{ id: id(1, at * 2 + of), interface: at % 4 === 3 ? 'core' : 'express', chain },
    ...{ time_created: now - at * 3_700 - of * 90, time_updated: null, network: networks[chain] },
    ...{ wallet_group_id: null, metadata: {}, key_type: chain === 'SOL' ? 'ed25519' : 'secp256k1' },
    ...{ public_address: addressOf[chain](at * 2 + of), public_key: hex(at, 33), origin: 'created' },
    owner: { issuer, subject: names[at] },
    ...{ access_key_required: at % 4 === 3, recoverable: true },
  };
}

export const walletsAt = (now: number): readonly object[] =>
  names.flatMap((_, at) => [walletAt(now, at, 0), walletAt(now, at, 1)]);

export const usersAt = (now: number): readonly object[] =>
  names.map((subject, at) => ({
    ...{ issuer, subject, more_wallets: at === 2 },
    wallets: [walletAt(now, at, 0), walletAt(now, at, 1)],
  }));

const limit = {
  ...{ policy_id: id(3, 1), policy_name: 'Treasury limits', policy_revision: 4, scope: 'GLOBAL' },
  ...{ rule: 'No transfer above 1 ETH', rule_index: 0, action: 'DENY', result: 'true' },
  conditions: [
    {
      ...{ index: 0, field_source: 'ethereum_transaction', field: 'value', operator: 'gt' },
      ...{ value: '1000000000000000000', result: 'true', value_seen: '2500000000000000000' },
    },
    {
      ...{ index: 1, field_source: 'ethereum_transaction', field: 'to', operator: 'not_in' },
      ...{ value: [`0x${hex(90, 20)}`, `0x${hex(91, 20)}`], result: 'true', value_seen: `0x${hex(92, 20)}` },
    },
  ],
};
const unmet = {
  ...{ policy_id: id(3, 2), policy_name: 'Sign in only', policy_revision: 1, scope: 'GLOBAL' },
  ...{ rule: 'Short messages', rule_index: 0, action: 'ALLOW', result: 'false' },
  conditions: [
    {
      ...{ index: 0, field_source: 'message', field: 'length', operator: 'lt', value: 100 },
      ...{ result: 'false', value_seen: '2048' },
    },
    {
      ...{ index: 1, field_source: 'message', field: 'content', operator: 'starts_with' },
      ...{ value: 'Sign in to ', result: 'unknown', value_seen: null },
      unknown_because: 'the message is not UTF-8',
    },
  ],
};

export type SampleDecision = {
  readonly id: string;
  readonly outcome: string;
  readonly time: string;
  readonly wallet_id: string;
  readonly payload_hashes: readonly string[];
  readonly [name: string]: unknown;
};

function decisionAt(now: number, at: number): SampleDecision {
  const chain = chains[Math.floor(noise(at + 5) * chains.length)] ?? 'ETH';
  const method = methods[chain][Math.floor(noise(at + 11) * methods[chain].length)] ?? 'personal_sign';
  const kind = noise(at + 3);
  const outcome = kind < 0.78 ? 'allow' : kind < 0.91 ? 'deny' : 'require_mfa';
  const isTransfer = method === 'eth_signTransaction';
  const other = at % 3 === 0 ? 'raw_hash_signing' : 'default_action';
  const reason = outcome !== 'deny' || isTransfer ? 'rule' : other;
  // More of them by day than by night.
  const ago = Math.max(at * 9, Math.round(at * 470 + noise(at) * 900 + Math.sin(at / 14) * 2_400));
  return {
    ...{ id: id(2, at), time: new Date((now - ago - 30) * 1_000).toISOString(), mfa: null },
    ...{ application_id: applicationId, wallet_id: id(1, at % 22), chain, method, outcome, reason },
    ...{ operation: operations[method], payload_hashes: [hex(at, 32)], policy_revision: '4' },
    rules: reason === 'rule' && outcome === 'deny' ? [limit] : [],
    ...(reason === 'default_action' && { unmet: [unmet] }),
  };
}

export const decisionsAt = (now: number): readonly SampleDecision[] =>
  Array.from({ length: 180 }, (_, at) => decisionAt(now, at)).toSorted((one, other) =>
    other.time.localeCompare(one.time),
  );

const changed = (operation: string, name: string, before: unknown, after: unknown) => ({
  operation,
  details: { actor: { kind: 'person', id: id(5, 1), name }, reason: 'ticket 4711', before, after },
});

export function journalAt(now: number): readonly object[] {
  const denied = decisionsAt(now).find(({ outcome }) => outcome === 'deny');
  const entry = (seq: number, more: object) => ({
    ...{ seq, leaf_hash: hex(seq, 32), time_ms: (now - (40 - seq) * 300) * 1_000, kind: 'event' },
    ...{ request_id: id(4, seq), wallet_id: '00000000-0000-0000-0000-000000000000', payload_hashes: [] },
    ...{ jwt_hash: '', decision: null, outcome: null, error_code: null, token_reused: false },
    ...{ trace_id: hex(seq, 16), details: null, operation: 'admin.settings_updated' },
    ...more,
  });
  const signed = (at: number) =>
    entry(at + 4, {
      ...{ kind: at % 2 === 0 ? 'intent' : 'result', request_id: id(4, at - (at % 2) + 4) },
      ...{ operation: at % 3 === 0 ? 'transaction' : 'message', payload_hashes: [hex(at, 32)] },
      ...{ outcome: at % 2 === 0 ? null : 'signed', trace_id: hex(at - (at % 2) + 4, 16) },
      ...{ wallet_id: id(1, at % 22), jwt_hash: hex(at, 32), decision: { outcome: 'allow' } },
    });
  return [
    entry(1, changed('admin.application_created', 'Olga Berg', null, { name: 'Checkout' })),
    entry(2, changed('admin.policy_created', 'Ada Lovelace', null, { name: 'Treasury limits' })),
    entry(3, changed('admin.secret_key_created', 'Ada Lovelace', null, { scopes: ['sign'] })),
    ...Array.from({ length: 34 }, (_, at) => signed(at)),
    entry(38, {
      ...{ kind: 'result', operation: 'transaction', wallet_id: denied?.wallet_id, outcome: 'denied' },
      ...{ error_code: 'policy.denied', decision: denied, jwt_hash: hex(7, 32) },
      ...{ payload_hashes: denied?.payload_hashes, time_ms: Date.parse(denied?.time ?? '') },
    }),
    entry(39, changed('admin.policy_updated', 'Ben Okri', { is_active: false }, { is_active: true })),
  ];
}

export const deniedRequest = id(4, 38);
export const idOf = id;
export const hexOf = hex;
