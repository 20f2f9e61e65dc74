// An internal service that calls ours, with nothing but the contracts in proto/ and a stock gRPC client. It proves to
// identity that it knows the secret key of an application, and lists the application's Core wallets with the grant
// that it gets for that. README.md says how to run it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { credentials, loadPackageDefinition, Metadata } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const { DATA_DIR = '.local', CALLER = 'gateway' } = process.env;
const inDataDir = (...names) => path.resolve(DATA_DIR, ...names);
const demoApplication = () => JSON.parse(readFileSync(inDataDir('stack.json'), 'utf8')).app;
const {
  SECRET_KEY = demoApplication().secret_key,
  IDENTITY_TARGET = `unix:${inDataDir('run', 'identity-0.sock')}`,
  WALLET_TARGET = `unix:${inDataDir('run', 'wallet-0.sock')}`,
} = process.env;

// Both sides show a certificate. Ours says who we are: each method has a list of callers, by this name.
const tls = credentials.createSsl(
  readFileSync(inDataDir('tls', 'ca.crt')),
  readFileSync(inDataDir('tls', `${CALLER}.key`)),
  readFileSync(inDataDir('tls', `${CALLER}.crt`)),
);

const contracts = loadPackageDefinition(
  loadSync(['identity/v1/identity.proto', 'wallet/v1/wallet.proto'], {
    includeDirs: [fileURLToPath(new URL('../../proto', import.meta.url))],
    keepCase: true,
    longs: String,
    defaults: true,
  }),
);
// The name that the server's certificate must have. An address says nothing about who answers there.
const named = (name) => ({ 'grpc.ssl_target_name_override': name });
const identity = new contracts.identity.v1.Identity(IDENTITY_TARGET, tls, named('identity'));
const wallet = new contracts.wallet.v1.Wallet(WALLET_TARGET, tls, named('wallet'));

/** One unary call. A call needs a deadline: without one it is refused. */
function call(client, method, request, metadata = new Metadata()) {
  return new Promise((resolve, reject) => {
    client[method](request, metadata, { deadline: Date.now() + 5_000 }, (error, response) => {
      if (error) reject(error);
      else resolve(response);
    });
  });
}

try {
  const shown = await call(identity, 'AuthenticateSecretKey', { secret_key: SECRET_KEY });
  const metadata = new Metadata();
  // For the wallet service and for 45 seconds. Each service has a grant of its own.
  metadata.set('grant-bin', Buffer.from(shown.grants.wallet));
  const { wallets } = await call(wallet, 'ListWallets', { application_id: shown.application.id }, metadata);
  console.log(`${shown.application.name} has ${wallets.length} Core wallets on this page`);
  for (const { id, network, address } of wallets) console.log(`${id} ${network} ${address}`);
} catch (error) {
  // The trailer has what the status has no room for: a stable code, a message, fields, and when to try again.
  const [trailer] = error.metadata?.get('error-bin') ?? [];
  const { code, message } = trailer
    ? JSON.parse(trailer.toString())
    : { code: error.code, message: error.details };
  console.error(`${code}: ${message}`);
  process.exitCode = 1;
} finally {
  identity.close();
  wallet.close();
}
