import { bitcoinScriptOf } from '@wallet-service/addresses';
import { paymentPsbt } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import { assertKnown, fieldsAt, isFields, type Fields } from './fields.js';

const most = { inputs: 200, outputs: 999 } as const;
const maxSatoshis = 2_100_000_000_000_000;

export function isBitcoinPayload(payload: unknown): payload is Fields {
  return isFields(payload) && ('inputs' in payload || 'outputs' in payload);
}

/**
 * `{inputs: [{address, value, txid, tx_num}], outputs: [{address, value}]}` as a PSBT in base64. Values are satoshis.
 * It suffices for the outputs of P2WPKH addresses, which all wallets here have: their script follows from the address,
 * and the signature commits to the amount.
 */
export function psbtOf(payload: Fields, path: string): string {
  assertKnown(payload, ['inputs', 'outputs'], path);
  const inputs = list(payload, 'inputs', path);
  const outputs = list(payload, 'outputs', path);
  const addresses = new Map<string, string>();
  const spent = inputs.map((input, index) => spentOutput(input, `${path}/inputs/${index}`, addresses));
  const payments = outputs.map((output, index) => {
    const at = `${path}/outputs/${index}`;
    const fields = fieldsAt(output, at);
    assertKnown(fields, ['address', 'value'], at);
    return { script: scriptAt(fields, at, addresses), amount: satoshisAt(fields, at) };
  });
  assertOneNetwork(addresses);
  return Buffer.from(paymentPsbt(spent, payments)).toString('base64');
}

function list(payload: Fields, name: 'inputs' | 'outputs', path: string): readonly unknown[] {
  const given = payload[name];
  const limit = most[name];
  if (Array.isArray(given) && given.length > 0 && given.length <= limit) return given as readonly unknown[];
  throw invalidField(
    `${path}/${name}`,
    given === undefined ? 'is required' : `must be an array of 1 to ${limit}`,
  );
}

function spentOutput(input: unknown, path: string, addresses: Map<string, string>) {
  const fields = fieldsAt(input, path);
  assertKnown(fields, ['address', 'value', 'txid', 'tx_num'], path);
  const script = scriptAt(fields, path, addresses);
  if (script.length !== 22)
    throw invalidField(
      `${path}/address`,
      'must be a P2WPKH address (bc1q…): to spend an output of another kind, send a PSBT with its non_witness_utxo',
    );
  const { txid, tx_num: output } = fields;
  if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/i.test(txid))
    throw invalidField(
      `${path}/txid`,
      txid === undefined ? 'is required' : 'must be a transaction id: 64 hex digits',
    );
  if (typeof output !== 'number' || !Number.isInteger(output) || output < 0 || output > 0xffffffff)
    throw invalidField(
      `${path}/tx_num`,
      output === undefined
        ? 'is required: the number of the output in its transaction'
        : 'must be the number of the output in its transaction',
    );
  return { txid: txid.toLowerCase(), output, script, amount: satoshisAt(fields, path) };
}

function scriptAt({ address }: Fields, path: string, addresses: Map<string, string>): Uint8Array {
  const script = typeof address === 'string' ? bitcoinScriptOf(address) : undefined;
  if (typeof address === 'string' && script) {
    addresses.set(`${path}/address`, address);
    return script;
  }
  throw invalidField(`${path}/address`, address === undefined ? 'is required' : 'must be a Bitcoin address');
}

/** In whole satoshis: 0.5 would be meant as bitcoins. */
function satoshisAt({ value }: Fields, path: string): bigint {
  const given = typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : value;
  if (typeof given === 'number' && Number.isInteger(given) && given > 0 && given <= maxSatoshis)
    return BigInt(given);
  throw invalidField(
    `${path}/value`,
    value === undefined
      ? 'is required: the amount in satoshis'
      : 'must be the amount in satoshis, a whole number above 0',
  );
}

/** One script has an address on each network, so the PSBT cannot show that an address was of another one. */
function assertOneNetwork(addresses: ReadonlyMap<string, string>): void {
  const [first] = [...addresses.values()].map(networksOf);
  let common = first ?? [];
  for (const [path, address] of addresses) {
    const networks = networksOf(address);
    common = common.filter((network) => networks.includes(network));
    if (common.length === 0)
      throw invalidField(path, 'is an address of another network than the others before it');
  }
}

function networksOf(address: string): readonly string[] {
  if (/^(bc1|[13])/i.test(address)) return ['main'];
  if (/^tb1/i.test(address)) return ['test'];
  return /^bcrt1/i.test(address) ? ['regtest'] : ['test', 'regtest'];
}
