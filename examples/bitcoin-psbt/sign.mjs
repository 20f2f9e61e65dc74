// A user's wallet spends one of its outputs. The PSBT is built here, with bitcoinjs-lib.
import { createClient } from '@wallet-service/sdk';
import { signPsbt } from '@wallet-service/sdk/bitcoin';
import { address as addresses, networks, Psbt } from 'bitcoinjs-lib';

const { BASE_URL = '', API_KEY = '', PROVIDER_ID = '', USER_TOKEN = '' } = process.env;
// The output to spend: its transaction, its number in it, and its satoshis.
const { TXID = '', VOUT = '0', SATOSHIS = '0', RECIPIENT = '' } = process.env;

const client = createClient({ url: BASE_URL, apiKey: API_KEY, providerId: PROVIDER_ID, token: USER_TOKEN });
const wallet = await client.wallet('BTC');
const script = addresses.toOutputScript(wallet.address, networks.bitcoin);

const fee = 500n;
const amount = 10_000n;
const psbt = new Psbt({ network: networks.bitcoin });
psbt.addInput({ hash: TXID, index: Number(VOUT), witnessUtxo: { script, value: BigInt(SATOSHIS) } });
psbt.addOutput({ address: RECIPIENT, value: amount });
psbt.addOutput({ script, value: BigInt(SATOSHIS) - amount - fee });

// The service sees the whole transaction and applies its policies. The answer is compared with what was asked for.
const { transaction, txid } = await signPsbt(wallet, psbt);
console.log('wallet', wallet.address);
console.log('txid', txid);
console.log('transaction', transaction);
