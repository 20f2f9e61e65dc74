import type { Layout } from './instruction-layout.js';

export const SYSTEM_PROGRAM = '11111111111111111111111111111111';

const none: Layout['data'] = [];
const funded: Layout['data'] = [
  ['lamports', 'u64'],
  ['space', 'u64'],
  ['owner', 'address'],
];
const seeded: Layout['data'] = [
  ['base', 'address'],
  ['seed', 'text'],
];

/** The instructions of the System Program by their number, a little-endian u32 in front of the data. */
export const systemLayouts: readonly Layout[] = [
  { name: 'CreateAccount', accounts: ['from', 'to'], data: funded },
  { name: 'Assign', accounts: ['account'], data: [['owner', 'address']] },
  { name: 'Transfer', accounts: ['from', 'to'], data: [['lamports', 'u64']] },
  { name: 'CreateAccountWithSeed', accounts: ['from', 'to'], data: [...seeded, ...funded] },
  { name: 'AdvanceNonceAccount', accounts: ['nonceAccount', 'recentBlockhashes', 'authority'], data: none },
  {
    name: 'WithdrawNonceAccount',
    accounts: ['nonceAccount', 'to', 'recentBlockhashes', 'rent', 'authority'],
    data: [['lamports', 'u64']],
  },
  {
    name: 'InitializeNonceAccount',
    accounts: ['nonceAccount', 'recentBlockhashes', 'rent'],
    data: [['newAuthority', 'address']],
  },
  {
    name: 'AuthorizeNonceAccount',
    accounts: ['nonceAccount', 'authority'],
    data: [['newAuthority', 'address']],
  },
  { name: 'Allocate', accounts: ['account'], data: [['space', 'u64']] },
  {
    name: 'AllocateWithSeed',
    accounts: ['account', 'baseAccount'],
    data: [...seeded, ['space', 'u64'], ['owner', 'address']],
  },
  { name: 'AssignWithSeed', accounts: ['account', 'baseAccount'], data: [...seeded, ['owner', 'address']] },
  {
    name: 'TransferWithSeed',
    accounts: ['from', 'baseAccount', 'to'],
    data: [
      ['lamports', 'u64'],
      ['fromSeed', 'text'],
      ['fromOwner', 'address'],
    ],
  },
  { name: 'UpgradeNonceAccount', accounts: ['nonceAccount'], data: none },
];
