import type { ErrorCode } from '@wallet-service/errors';

/** Errors of every signing request, on both interfaces. */
export const signingRefusals: readonly ErrorCode[] = [
  'auth.mfa-required',
  'provider.not-trusted-yet',
  'trust.witnesses-unavailable',
  'wallet.not-found',
  'wallet.owner-mismatch',
  'wallet.record-rolled-back',
  'wallet.token-already-used',
  'chain.operation-unsupported',
  'signer.refused',
  'policy.denied',
];

export const exampleHash = '0x3bc51062973c458d5a6f2d8d64a023246354ad7e064b1e4e009ec8a0699a3043';
export const exampleAddress = '0x1111111111111111111111111111111111111111';

export const exampleSignature = {
  signature:
    '0x8f1c9a7be54b5d4a2f0f7a1c0d8e2b6f5a4937281605f4e3d2c1b0a99887766554433221100ffeeddccbbaa998877665544332211001122334455667788990011b',
  r: '0x8f1c9a7be54b5d4a2f0f7a1c0d8e2b6f5a4937281605f4e3d2c1b0a998877665',
  s: '0x54433221100ffeeddccbbaa99887766554433221100112233445566778899001',
  v: '27',
};

export const exampleAuthorization = {
  r: '64731275274379252018412578853406125575120395436728953729734513651037172627045',
  s: '38113004013021684881738915610077397407666992589354979942097922241143706849281',
  y_parity: 0,
  r_hex: exampleSignature.r,
  s_hex: exampleSignature.s,
};

export const exampleTransaction = {
  type: 'eip1559',
  chainId: 1,
  nonce: 0,
  to: exampleAddress,
  value: '1000000000000000',
  gas: 21_000,
  maxFeePerGas: '30000000000',
  maxPriorityFeePerGas: '1000000000',
};

export const exampleTypedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Mail: [{ name: 'contents', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { name: 'Example', chainId: 1 },
  message: { contents: 'hello' },
};
