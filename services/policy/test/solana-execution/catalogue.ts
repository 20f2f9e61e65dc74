import type { PublicKey } from '@solana/web3.js';
import { u32, u64 } from './bytes.js';
import {
  all,
  amount,
  byte,
  derivations,
  newAccounts,
  owner,
  payers,
  people,
  person,
  space,
  text,
  type Entry,
  type Part,
} from './entry.js';
import { ofTokens } from './token-catalogue.js';
import {
  associatedOf,
  blanks,
  fresh,
  friend,
  hookAccounts,
  hooked,
  loaded,
  nested,
  nonces,
  oldTable,
  programs,
  proxy,
  stakes,
  sysvars,
  table,
  thief,
  tokens,
  vote,
  wallet,
  wrapped,
} from './world.js';

const system = (tag: bigint, name: string, places: Entry['places'], ...parts: readonly Part[]): Entry => ({
  name,
  program: programs.system,
  places,
  data: all(u32(tag), ...parts),
});
const { blockhashes, clock, rent } = sysvars;
const nonceAccounts = [nonces.mine, nonces.mine, nonces.theirs];

const ofSystem: readonly Entry[] = [
  system(0n, 'CreateAccount', [payers, newAccounts], amount, space, owner),
  system(1n, 'Assign', [[wallet, fresh]], owner),
  system(2n, 'Transfer', [payers, [thief, friend, wallet, wrapped.mine]], amount),
  system(4n, 'AdvanceNonceAccount', [nonceAccounts, [blockhashes], people]),
  system(5n, 'WithdrawNonceAccount', [nonceAccounts, people, [blockhashes], [rent], people], amount),
  system(6n, 'InitializeNonceAccount', [[blanks.nonce, wallet, nonces.mine], [blockhashes], [rent]], person),
  system(7n, 'AuthorizeNonceAccount', [nonceAccounts, people], person),
  system(8n, 'Allocate', [[wallet, fresh]], space),
  system(12n, 'UpgradeNonceAccount', [[nonces.old]]),
  ...derivations.flatMap(({ at, seed, owner: program }) => {
    const base: Part = () => wallet.toBytes();
    const own: Part = () => program.toBytes();
    const signed = [wallet, wallet, thief];
    return [
      system(3n, 'CreateAccountWithSeed', [payers, [at], signed], base, text(seed), amount, space, own),
      system(9n, 'AllocateWithSeed', [[at], signed], base, text(seed), space, own),
      system(10n, 'AssignWithSeed', [[at], signed], base, text(seed), own),
      system(11n, 'TransferWithSeed', [[at], signed, [thief, friend, wallet]], amount, text(seed), own),
    ];
  }),
  system(13n, 'CreateAccountAllowPrefund', [newAccounts, payers], amount, space, owner),
];

const [system0, classic] = [[programs.system], [programs.token]];
const opening = (tag: number, who: PublicKey, mint: PublicKey, program: PublicKey): Entry => ({
  name: `associated token ${tag}`,
  program: programs.associated,
  places: [payers, [associatedOf(who, mint, program)], [who], [mint], system0, [program]],
  data: () => Uint8Array.of(tag),
});
const associated: readonly Entry[] = [
  ...[0, 1].flatMap((tag) => [
    opening(tag, thief, tokens.plain.mint, programs.token),
    opening(tag, wallet, tokens.plain2022.mint, programs.token2022),
    opening(tag, friend, tokens.fees.mint, programs.token2022),
  ]),
  {
    name: 'associated token 2',
    program: programs.associated,
    places: [
      [nested.at],
      [wrapped.mint],
      [nested.target],
      [nested.owner],
      [tokens.plain.mint],
      [wallet, thief],
      classic,
    ],
    data: () => Uint8Array.of(2),
  },
];

const stakeOf = (tag: bigint, name: string, places: Entry['places'], ...parts: readonly Part[]): Entry => ({
  name: `stake ${name}`,
  program: programs.stake,
  places,
  data: all(u32(tag), ...parts),
});
const staked = [stakes.mine, stakes.mine2, stakes.theirs];
const kind: Part = (random) => u32(BigInt(random.int(2)));
const ofStake: readonly Entry[] = [
  stakeOf(0n, 'Initialize', [[blanks.stake], [rent]], person, person, () => new Uint8Array(48)),
  stakeOf(1n, 'Authorize', [staked, [clock], people], person, kind),
  stakeOf(2n, 'DelegateStake', [staked, [vote], [clock], [sysvars.stakes], [sysvars.stakeConfig], people]),
  stakeOf(3n, 'Split', [staked, [blanks.stake], people], amount),
  stakeOf(4n, 'Withdraw', [staked, people, [clock], [sysvars.stakes], people], amount),
  stakeOf(5n, 'Deactivate', [staked, [clock], people]),
  stakeOf(6n, 'SetLockup', [staked, people], () => [0, 0, 0]),
  stakeOf(7n, 'Merge', [[stakes.mine], [stakes.mine2], [clock], [sysvars.stakes], people]),
  stakeOf(10n, 'AuthorizeChecked', [staked, [clock], people, people], kind),
  stakeOf(16n, 'MoveStake', [staked, staked, people], amount),
  stakeOf(17n, 'MoveLamports', [staked, staked, people], amount),
];

const voteOf = (tag: bigint, name: string, places: Entry['places'], ...parts: readonly Part[]): Entry => ({
  name: `vote ${name}`,
  program: programs.vote,
  places,
  data: all(u32(tag), ...parts),
});
const ofVote: readonly Entry[] = [
  voteOf(1n, 'Authorize', [[vote], [clock], people], person, kind),
  voteOf(3n, 'Withdraw', [[vote], people, people], amount),
  voteOf(4n, 'UpdateValidatorIdentity', [[vote], people, people]),
  voteOf(5n, 'UpdateCommission', [[vote], people], byte(100)),
  voteOf(7n, 'AuthorizeChecked', [[vote], [clock], people, people], kind),
];

const other = (program: PublicKey, name: string, places: Entry['places'], data: Entry['data']): Entry => ({
  name,
  program,
  places,
  data,
});
const { buffer, data: programData, program } = loaded;
const loaderOf = (tag: bigint, name: string, ...places: Entry['places']) =>
  other(programs.loader, `loader ${name}`, places, all(u32(tag), u32(0n), u64(1n), [1]));
const ofOthers: readonly Entry[] = [
  other(programs.lookup, 'lookup Freeze', [[table], people], all(u32(1n))),
  other(
    programs.lookup,
    'lookup Extend',
    [[table], people, payers, [programs.system]],
    all(u32(2n), u64(1n), person),
  ),
  other(programs.lookup, 'lookup Deactivate', [[table], people], all(u32(3n))),
  other(programs.lookup, 'lookup Close', [[table, oldTable], people, people], all(u32(4n))),
  loaderOf(1n, 'Write', [buffer], people),
  loaderOf(4n, 'SetAuthority', [buffer, programData], people, people),
  loaderOf(5n, 'Close', [buffer, programData], people, people, [program]),
  loaderOf(6n, 'ExtendProgram', [programData], [program], [programs.system], payers),
  loaderOf(7n, 'SetAuthorityChecked', [buffer, programData], people, people),
  other(
    programs.budget,
    'SetComputeUnitLimit',
    [],
    all([2], () => u32(1_400_000n)),
  ),
  other(
    programs.budget,
    'SetComputeUnitPrice',
    [],
    all([3], (random) => u64(BigInt(random.int(1_000_000_000)))),
  ),
  other(proxy, 'a program that acts for the wallet', [people, people, system0], () => new Uint8Array()),
  other(
    programs.token2022,
    'transfer with a hook',
    [
      [hooked.theirs, hooked.mine],
      [hooked.mint],
      [hooked.theirs2],
      [thief, wallet],
      ...hookAccounts.map((each) => [each]),
    ],
    all([12], u64(1n), [6]),
  ),
  other(programs.memo, 'Memo', [people], all([104, 105])),
];

export const catalogue: readonly Entry[] = [
  ...ofSystem,
  ...(['plain', 'wrapped', 'plain2022', 'fees', 'pausable'] as const).flatMap(ofTokens),
  ...associated,
  ...ofStake,
  ...ofVote,
  ...ofOthers,
];
