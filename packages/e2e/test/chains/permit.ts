/**
 * The permission that moves a token without a transaction of its owner (EIP-2612), as `eth_signTypedData_v4` takes it.
 */
export const permit = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: {
    name: 'Coin',
    version: '1',
    chainId: 31337,
    verifyingContract: '0x4444444444444444444444444444444444444444',
  },
  message: {
    owner: '0x1111111111111111111111111111111111111111',
    spender: '0x2222222222222222222222222222222222222222',
    value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    nonce: 0,
    deadline: 1_900_000_000,
  },
};
