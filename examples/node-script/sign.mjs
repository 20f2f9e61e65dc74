import { createClient, WalletServiceError } from '@wallet-service/sdk';
import { verifyMessage } from 'viem';

const { BASE_URL = '', API_KEY = '', PROVIDER_ID = '', USER_TOKEN = '' } = process.env;
const client = createClient({ url: BASE_URL, apiKey: API_KEY, providerId: PROVIDER_ID, token: USER_TOKEN });

try {
  // The user's one wallet of this chain. The first call makes it.
  const wallet = await client.wallet('ETH');
  const { signature } = await wallet.signMessage('hello');
  const signed = {
    address: wallet.address,
    message: 'hello',
    signature: /** @type {`0x${string}`} */ (signature),
  };
  console.log('wallet', wallet.address);
  console.log('signature', signature);
  console.log('verified by viem', await verifyMessage(signed));
} catch (error) {
  if (!(error instanceof WalletServiceError)) throw error;
  // The code is stable, and the trace id finds the request in the logs of the service.
  console.error(`${error.code}: ${error.message} (trace ${error.traceId})`);
  process.exitCode = 1;
}
