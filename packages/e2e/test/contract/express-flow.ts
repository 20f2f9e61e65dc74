import { randomUUID } from 'node:crypto';
import { hashMessage } from 'viem';
import { freshToken, type Customer } from '../http/customer.js';
import { exportRecipient } from '../http/hpke.js';
import type { Driver } from './driver.js';

export const transaction = {
  type: '0x2',
  chainId: '0x1',
  nonce: '0x0',
  maxPriorityFeePerGas: '0x1',
  maxFeePerGas: '0x2',
  gas: '0x5208',
  to: '0x3535353535353535353535353535353535353535',
  value: '0x1',
  data: '0x',
};
const typedData = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Mail: [{ name: 'contents', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { name: 'test' },
  message: { contents: 'hello' },
};
const address = '0x3535353535353535353535353535353535353535';

/** Everything that users can do with wallets that are bound to their token. */
export async function driveExpress({ drive }: Driver, customer: Customer): Promise<void> {
  const token = await freshToken(customer, `user-${randomUUID()}`);
  const user = { token };
  for (const chain of ['ETH', 'SOL', 'BTC'] as const) {
    await drive('getOrCreateWallet', 200, { user: { token, chain } });
    const body = { message_base64: 'aGVsbG8=' };
    await drive('signMessage', 200, { user: { token, chain }, body });
    const receipt = { user: { token, chain }, body, headers: { prefer: 'receipt' } };
    await drive('signMessage', 200, receipt);
  }
  const bip322 = { message_base64: 'aGVsbG8=', format: 'bip322' };
  await drive('signMessage', 200, { user: { token, chain: 'BTC' }, body: bip322 });
  await drive('getOrCreateWallet', 'auth.token-invalid', { user: { token: `${token}x` } });
  await drive('getOrCreateWallet', 'request.invalid', { user, headers: { 'x-service-chain': 'DOGE' } });

  const nobody = { token: await freshToken(customer, `user-${randomUUID()}`) };
  await drive('signMessage', 'wallet.not-found', { user: nobody, body: { message_base64: 'aGVsbG8=' } });
  await drive('signMessage', 'request.invalid', { user, body: { message_base64: '%%%' } });
  await drive('signMessage', 'auth.provider-invalid', {
    user,
    headers: { 'x-oidc-provider-id': randomUUID() },
    body: { message_base64: 'aGVsbG8=' },
  });

  const hash = { raw_data_hash: hashMessage('hello') };
  await drive('signData', 200, { user, body: hash });
  await drive('signData', 'chain.operation-unsupported', { user: { token, chain: 'SOL' }, body: hash });
  await drive('signData', 'request.invalid', { user, body: { raw_data_hash: '0x12' } });

  const authorization = { chain_id: 1, address, nonce: 0 };
  await drive('signEip7702', 200, { user, body: authorization });
  await drive('signEip7702', 'request.invalid', { user, body: { ...authorization, nonce: -1 } });

  await drive('signTransaction', 200, { user, body: { payload: transaction } });
  const strange = { payload: { ...transaction, gasPrice: 'much' } };
  await drive('signTransaction', 'request.invalid', { user, body: strange });

  await drive('signTypedData', 200, { user, body: { typed_data: typedData } });
  const untyped = { typed_data: { ...typedData, types: {} } };
  await drive('signTypedData', 'request.invalid', { user, body: untyped });

  const { publicKey } = await exportRecipient();
  await drive('exportKey', 200, { user, body: { recipient_public_key: publicKey } });
  await drive('exportKey', 'request.invalid', { user, body: { recipient_public_key: 'c2hvcnQ=' } });
}
