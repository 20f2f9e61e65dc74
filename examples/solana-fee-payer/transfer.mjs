// A user sends SOL, and a key of yours pays the fee, so that users need no SOL for fees.
import { createClient } from '@wallet-service/sdk';
import { toKitSigner } from '@wallet-service/sdk/solana-kit';
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';

const {
  BASE_URL = '',
  API_KEY = '',
  PROVIDER_ID = '',
  USER_TOKEN = '',
  RPC_URL = '',
  RECIPIENT = '',
} = process.env;
// 32 bytes in hex: the Ed25519 seed of the key that pays.
const { FEE_PAYER_KEY = '' } = process.env;

const client = createClient({ url: BASE_URL, apiKey: API_KEY, providerId: PROVIDER_ID, token: USER_TOKEN });
const user = toKitSigner(await client.wallet('SOL'));
const payer = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(FEE_PAYER_KEY, 'hex'));

// Transfer of the System Program: instruction 2, then the lamports (little-endian).
const data = new Uint8Array(12);
new DataView(data.buffer).setUint32(0, 2, true);
new DataView(data.buffer).setBigUint64(4, 1_000_000n, true);
const transfer = /** @type {const} */ ({
  programAddress: address('11111111111111111111111111111111'),
  accounts: [
    { address: user.address, role: AccountRole.WRITABLE_SIGNER, signer: user },
    { address: address(RECIPIENT), role: AccountRole.WRITABLE },
  ],
  data,
});

const rpc = createSolanaRpc(RPC_URL);
const { value: latest } = await rpc.getLatestBlockhash().send();
const message = pipe(
  createTransactionMessage({ version: 0 }),
  (empty) => setTransactionMessageFeePayerSigner(payer, empty),
  (unpaid) => setTransactionMessageLifetimeUsingBlockhash(latest, unpaid),
  (paid) => appendTransactionMessageInstruction(transfer, paid),
);
// Both sign: the payer here, the user's key in the wallet service, which applies its policies to the transaction.
const transaction = await signTransactionMessageWithSigners(message);
await rpc.sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send();
console.log('user', user.address);
console.log('payer', payer.address);
console.log('sent', getSignatureFromTransaction(transaction));
