import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { decideOn, rule, when } from './engine-harness.js';
import { alice, ethInput, ethWallet, mallory, token, tokenCall } from './operations.js';

// ERC-721 has the functions of ERC-20, with the token's number in place of the amount.

const outcome = (limit: string, functionName: 'approve' | 'transferFrom', ...args: readonly unknown[]) => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args: args as never });
  const window = { window_seconds: 3600, token };
  const limits = when('spending_window', 'token_amount', 'gt', limit, window);
  return decideOn('ETH', ethInput(tokenCall(data)), [rule('eth_signTransaction', 'DENY', limits)]).outcome;
};

describe('the token number 0', () => {
  it('counts as one in a window for its contract, in whatever way it is given away', () => {
    expect(outcome('0', 'approve', mallory, 0n)).toBe('deny');
    expect(outcome('0', 'transferFrom', ethWallet.address as Hex, mallory, 0n)).toBe('deny');
    expect(outcome('1', 'approve', mallory, 0n)).toBe('allow');
  });

  it('is not given away by an approval of nobody, nor by another wallet’s transfer', () => {
    expect(outcome('0', 'approve', `0x${'00'.repeat(20)}`, 0n)).toBe('allow');
    expect(outcome('0', 'transferFrom', alice, mallory, 0n)).toBe('allow');
  });
});
