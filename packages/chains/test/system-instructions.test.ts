import type { Instruction } from '@solana/kit';
import * as system from '@solana-program/system';
import { SYSTEM_PROGRAM, systemLayouts } from '../src/sol/system-program.js';
import { a, b, c, d, decode, other, signer } from './decode-instruction.js';

const transferSol = system.getTransferSolInstruction({
  source: signer,
  destination: b,
  amount: 2n ** 64n - 1n,
});

describe('an instruction of the System Program', () => {
  it.each<[string, Instruction, object]>([
    ['Transfer', transferSol, { from: a, to: b, lamports: 2n ** 64n - 1n }],
    [
      'CreateAccount',
      system.getCreateAccountInstruction({
        payer: signer,
        newAccount: other,
        lamports: 5,
        space: 165,
        programAddress: c,
      }),
      { from: a, to: b, lamports: 5n, space: 165n, owner: c },
    ],
    [
      'CreateAccountWithSeed',
      system.getCreateAccountWithSeedInstruction({
        payer: signer,
        newAccount: b,
        baseAccount: signer,
        base: a,
        seed: 'sämen',
        amount: 5,
        space: 6,
        programAddress: c,
      }),
      { from: a, to: b, base: a, seed: 'sämen', lamports: 5n, space: 6n, owner: c },
    ],
    ['Assign', system.getAssignInstruction({ account: signer, programAddress: c }), { account: a, owner: c }],
    ['Allocate', system.getAllocateInstruction({ newAccount: signer, space: 9 }), { account: a, space: 9n }],
    [
      'TransferWithSeed',
      system.getTransferSolWithSeedInstruction({
        source: a,
        baseAccount: other,
        destination: c,
        amount: 5,
        fromSeed: 'seed',
        fromOwner: d,
      }),
      { from: a, baseAccount: b, to: c, lamports: 5n, fromSeed: 'seed', fromOwner: d },
    ],
    [
      'AllocateWithSeed',
      system.getAllocateWithSeedInstruction({
        newAccount: a,
        baseAccount: other,
        base: b,
        seed: 's',
        space: 1,
        programAddress: c,
      }),
      { account: a, baseAccount: b, base: b, seed: 's', space: 1n, owner: c },
    ],
    [
      'AssignWithSeed',
      system.getAssignWithSeedInstruction({
        account: a,
        baseAccount: other,
        base: b,
        seed: 's',
        programAddress: c,
      }),
      { account: a, baseAccount: b, base: b, seed: 's', owner: c },
    ],
    [
      'WithdrawNonceAccount',
      system.getWithdrawNonceAccountInstruction({
        nonceAccount: a,
        recipientAccount: c,
        nonceAuthority: other,
        withdrawAmount: 3,
      }),
      { nonceAccount: a, to: c, authority: b, lamports: 3n },
    ],
    [
      'AdvanceNonceAccount',
      system.getAdvanceNonceAccountInstruction({ nonceAccount: a, nonceAuthority: other }),
      { nonceAccount: a, authority: b },
    ],
    [
      'InitializeNonceAccount',
      system.getInitializeNonceAccountInstruction({ nonceAccount: a, nonceAuthority: b }),
      { nonceAccount: a, newAuthority: b },
    ],
    [
      'AuthorizeNonceAccount',
      system.getAuthorizeNonceAccountInstruction({
        nonceAccount: a,
        nonceAuthority: other,
        newNonceAuthority: c,
      }),
      { nonceAccount: a, authority: b, newAuthority: c },
    ],
    [
      'UpgradeNonceAccount',
      system.getUpgradeNonceAccountInstruction({ nonceAccount: a }),
      { nonceAccount: a },
    ],
  ])('%s of @solana-program/system is decoded', (name, instruction, values) => {
    expect(decode(instruction)).toMatchObject({ program: 'system', name, ...values });
  });

  it('has the numbers of @solana-program/system', () => {
    const names = Object.entries(system.SystemInstruction).filter(([, number]) => typeof number === 'number');
    expect(systemLayouts.length).toBeLessThanOrEqual(names.length);
    expect(systemLayouts.map(({ name }) => name.replace('Transfer', 'TransferSol'))).toEqual(
      names.slice(0, systemLayouts.length).map(([name]) => name),
    );
    expect(system.SYSTEM_PROGRAM_ADDRESS).toBe(SYSTEM_PROGRAM);
  });
});
