import type { Layout } from './instruction-layout.js';

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

const none: Layout['data'] = [];
const amount: Layout['data'] = [['amount', 'u64']];
const checked: Layout['data'] = [
  ['amount', 'u64'],
  ['decimals', 'u8'],
];
const owner: Layout['data'] = [['owner', 'address']];
const mint: Layout['data'] = [
  ['decimals', 'u8'],
  ['mintAuthority', 'address'],
  ['freezeAuthority', 'optional-address'],
];
const held = ['account', 'mint', 'authority'];
const minted = ['mint', 'account', 'authority'];

/** The instructions that SPL Token and Token-2022 share, by the first byte of the data. */
export const tokenLayouts: readonly Layout[] = [
  { name: 'InitializeMint', accounts: ['mint', 'rent'], data: mint },
  { name: 'InitializeAccount', accounts: ['account', 'mint', 'owner', 'rent'], data: none },
  { name: 'InitializeMultisig', accounts: ['multisig', 'rent'], data: [['m', 'u8']] },
  { name: 'Transfer', accounts: ['source', 'destination', 'authority'], data: amount },
  { name: 'Approve', accounts: ['source', 'delegate', 'authority'], data: amount },
  { name: 'Revoke', accounts: ['source', 'authority'], data: none },
  {
    name: 'SetAuthority',
    accounts: ['account', 'authority'],
    data: [
      ['authorityType', 'u8'],
      ['newAuthority', 'optional-address'],
    ],
  },
  { name: 'MintTo', accounts: minted, data: amount },
  { name: 'Burn', accounts: held, data: amount },
  { name: 'CloseAccount', accounts: ['account', 'destination', 'authority'], data: none },
  { name: 'FreezeAccount', accounts: held, data: none },
  { name: 'ThawAccount', accounts: held, data: none },
  { name: 'TransferChecked', accounts: ['source', 'mint', 'destination', 'authority'], data: checked },
  { name: 'ApproveChecked', accounts: ['source', 'mint', 'delegate', 'authority'], data: checked },
  { name: 'MintToChecked', accounts: minted, data: checked },
  { name: 'BurnChecked', accounts: held, data: checked },
  { name: 'InitializeAccount2', accounts: ['account', 'mint', 'rent'], data: owner },
  { name: 'SyncNative', accounts: ['account'], data: none },
  { name: 'InitializeAccount3', accounts: ['account', 'mint'], data: owner },
  { name: 'InitializeMultisig2', accounts: ['multisig'], data: [['m', 'u8']] },
  { name: 'InitializeMint2', accounts: ['mint'], data: mint },
  { name: 'GetAccountDataSize', accounts: ['mint'], data: none },
  { name: 'InitializeImmutableOwner', accounts: ['account'], data: none },
  { name: 'AmountToUiAmount', accounts: ['mint'], data: amount },
  { name: 'UiAmountToAmount', accounts: ['mint'], data: none },
];

/** Token-2022, transfer fee extension: 26, then 1. The one extension that moves tokens in the clear. */
export const TRANSFER_FEE_EXTENSION = 26;
export const TRANSFER_CHECKED_WITH_FEE = 1;
export const transferCheckedWithFee: Layout = {
  name: 'TransferCheckedWithFee',
  accounts: ['source', 'mint', 'destination', 'authority'],
  data: [...checked, ['fee', 'u64']],
};
