import type { Instruction } from '@solana/kit';
import * as token from '@solana-program/token';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, tokenLayouts } from '../src/sol/token-program.js';
import { a, b, c, d, decode } from './decode-instruction.js';

const transferChecked = token.getTransferCheckedInstruction({
  source: a,
  mint: b,
  destination: c,
  authority: d,
  amount: 7n,
  decimals: 6,
});

describe('an instruction of SPL Token', () => {
  const cases: [string, Instruction, object][] = [
    [
      'Transfer',
      token.getTransferInstruction({ source: a, destination: b, authority: c, amount: 7 }),
      { source: a, destination: b, authority: c, amount: 7n },
    ],
    [
      'TransferChecked',
      transferChecked,
      { source: a, mint: b, destination: c, authority: d, amount: 7n, decimals: 6n },
    ],
    [
      'Approve',
      token.getApproveInstruction({ source: a, delegate: b, owner: c, amount: 7 }),
      { source: a, delegate: b, authority: c, amount: 7n },
    ],
    [
      'ApproveChecked',
      token.getApproveCheckedInstruction({
        source: a,
        mint: b,
        delegate: c,
        owner: d,
        amount: 7,
        decimals: 6,
      }),
      { source: a, mint: b, delegate: c, authority: d, amount: 7n, decimals: 6n },
    ],
    ['Revoke', token.getRevokeInstruction({ source: a, owner: b }), { source: a, authority: b }],
    [
      'MintTo',
      token.getMintToInstruction({ mint: a, token: b, mintAuthority: c, amount: 7 }),
      { mint: a, account: b, authority: c, amount: 7n },
    ],
    [
      'MintToChecked',
      token.getMintToCheckedInstruction({ mint: a, token: b, mintAuthority: c, amount: 7, decimals: 6 }),
      { mint: a, account: b, authority: c, amount: 7n, decimals: 6n },
    ],
    [
      'Burn',
      token.getBurnInstruction({ account: a, mint: b, authority: c, amount: 7 }),
      { account: a, mint: b, authority: c, amount: 7n },
    ],
    [
      'BurnChecked',
      token.getBurnCheckedInstruction({ account: a, mint: b, authority: c, amount: 7, decimals: 6 }),
      { account: a, mint: b, authority: c, amount: 7n, decimals: 6n },
    ],
    [
      'CloseAccount',
      token.getCloseAccountInstruction({ account: a, destination: b, owner: c }),
      { account: a, destination: b, authority: c },
    ],
    [
      'FreezeAccount',
      token.getFreezeAccountInstruction({ account: a, mint: b, owner: c }),
      { account: a, mint: b, authority: c },
    ],
    [
      'ThawAccount',
      token.getThawAccountInstruction({ account: a, mint: b, owner: c }),
      { account: a, mint: b, authority: c },
    ],
    [
      'SetAuthority',
      token.getSetAuthorityInstruction({
        owned: a,
        owner: b,
        authorityType: token.AuthorityType.AccountOwner,
        newAuthority: c,
      }),
      { account: a, authority: b, authorityType: 2n, newAuthority: c },
    ],
    [
      'SetAuthority',
      token.getSetAuthorityInstruction({
        owned: a,
        owner: b,
        authorityType: token.AuthorityType.MintTokens,
        newAuthority: null,
      }),
      { account: a, authority: b, authorityType: 0n, newAuthority: null },
    ],
    [
      'InitializeAccount',
      token.getInitializeAccountInstruction({ account: a, mint: b, owner: c }),
      { account: a, mint: b, owner: c },
    ],
    [
      'InitializeAccount2',
      token.getInitializeAccount2Instruction({ account: a, mint: b, owner: c }),
      { account: a, mint: b, owner: c },
    ],
    [
      'InitializeAccount3',
      token.getInitializeAccount3Instruction({ account: a, mint: b, owner: c }),
      { account: a, mint: b, owner: c },
    ],
    [
      'InitializeMint',
      token.getInitializeMintInstruction({ mint: a, decimals: 9, mintAuthority: b, freezeAuthority: c }),
      { mint: a, decimals: 9n, mintAuthority: b, freezeAuthority: c },
    ],
    [
      'InitializeMint2',
      token.getInitializeMint2Instruction({ mint: a, decimals: 9, mintAuthority: b, freezeAuthority: null }),
      { mint: a, decimals: 9n, mintAuthority: b, freezeAuthority: null },
    ],
    [
      'InitializeMultisig2',
      token.getInitializeMultisig2Instruction({ multisig: a, m: 2, signers: [b, c] }),
      { multisig: a, m: 2n },
    ],
    ['SyncNative', token.getSyncNativeInstruction({ account: a }), { account: a }],
    [
      'InitializeImmutableOwner',
      token.getInitializeImmutableOwnerInstruction({ account: a }),
      { account: a },
    ],
  ];

  it.each(cases)('%s of @solana-program/token is decoded (%#)', (name, instruction, values) => {
    expect(decode(instruction)).toEqual(expect.objectContaining({ program: 'token', name, ...values }));
    expect(decode(instruction, { programAddress: TOKEN_2022_PROGRAM })).toMatchObject({
      program: 'token-2022',
      name,
      ...values,
    });
  });

  it('has the numbers of @solana-program/token', () => {
    const names = Object.entries(token.TokenInstruction).filter(([, number]) => typeof number === 'number');
    expect(tokenLayouts.map(({ name }) => name)).toEqual(
      names.slice(0, tokenLayouts.length).map(([name]) => name),
    );
    expect(token.TOKEN_PROGRAM_ADDRESS).toBe(TOKEN_PROGRAM);
  });

  // Token-2022, transfer fee extension: 26, 1, amount, decimals, fee.
  const withFee = {
    ...transferChecked,
    data: Uint8Array.from([26, 1, 7, 0, 0, 0, 0, 0, 0, 0, 6, 3, 0, 0, 0, 0, 0, 0, 0]),
  };
  it('with a fee is decoded only for Token-2022', () => {
    expect(decode(withFee, { programAddress: TOKEN_2022_PROGRAM })).toMatchObject({
      name: 'TransferCheckedWithFee',
      source: a,
      mint: b,
      destination: c,
      authority: d,
      amount: 7n,
      decimals: 6n,
      fee: 3n,
    });
    expect(decode(withFee)).toBeUndefined();
  });
});
