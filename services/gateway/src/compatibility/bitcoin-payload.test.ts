import { bitcoinAddressOf, bitcoinScriptOf } from '@wallet-service/addresses';
import { viewPsbt } from '@wallet-service/chains';
import fc from 'fast-check';
import { isBitcoinPayload, psbtOf } from './bitcoin-payload.js';
import type { Fields } from './fields.js';

const own = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const txid = 'd1'.repeat(32);
const wallet = { chain: 'BTC', network: 'BTC_MAINNET', address: own, publicKey: new Uint8Array() } as const;
const input = { address: own, value: 5000, txid, tx_num: 1 };
const output = { address: own, value: 4000 };
const view = (payload: Fields) =>
  viewPsbt(wallet, Buffer.from(psbtOf(payload, '/payload'), 'base64'), '/payload');

function refusalOf(payload: Fields): string | undefined {
  try {
    psbtOf(payload, '/payload');
    return undefined;
  } catch (error) {
    return (error as { fields: { path: string }[] }).fields[0]?.path;
  }
}

describe('{inputs, outputs}', () => {
  it('becomes the payment that it says', () => {
    expect(view({ inputs: [input], outputs: [{ ...output, value: '4000' }] })).toMatchObject({
      version: 2,
      lockTime: 0,
      inputs: [{ txid, output: 1, amount: 5000n, address: own, isOwn: true, sequence: 0xffffffff }],
      outputs: [{ address: own, amount: 4000n }],
      fee: 1000n,
    });
  });

  it('keeps every input and output, in order', () => {
    const hash = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const keyHash = hash.map((bytes) => Uint8Array.of(0x00, 0x14, ...bytes));
    const scriptHash = hash.map((bytes) => Uint8Array.of(0xa9, 20, ...bytes, 0x87));
    const taproot = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Uint8Array.of(0x51, 0x20, ...bytes));
    const address = (script: Uint8Array) => bitcoinAddressOf('BTC_MAINNET', script) ?? '';
    const value = fc.integer({ min: 1, max: 1_000_000 });
    const inputs = fc.uniqueArray(
      fc.record({
        address: keyHash.map(address),
        value,
        txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((id) => Buffer.from(id).toString('hex')),
        tx_num: fc.integer({ min: 0, max: 0xffffffff }),
      }),
      { minLength: 1, maxLength: 5, selector: (each) => each.txid },
    );
    const outputs = fc.array(
      fc.record({ address: fc.oneof(keyHash, scriptHash, taproot).map(address), value }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    fc.assert(
      fc.property(inputs, outputs, (others, paid) => {
        const spent = [{ ...input, value: 100_000_000 }, ...others];
        const seen = view({ inputs: spent, outputs: paid });
        expect(
          seen.inputs.map((each) => ({
            address: each.address,
            value: Number(each.amount),
            txid: each.txid,
            tx_num: each.output,
          })),
        ).toEqual(spent);
        expect(seen.outputs.map((each) => ({ address: each.address, value: Number(each.amount) }))).toEqual(
          paid,
        );
      }),
      { numRuns: 100, seed: 13 },
    );
  });

  const replaced = (fields: object) => ({ inputs: [{ ...input, ...fields }], outputs: [output] });
  it.each([
    [{ outputs: [output] }, '/payload/inputs'],
    [{ inputs: [input] }, '/payload/outputs'],
    [{ inputs: [], outputs: [output] }, '/payload/inputs'],
    [{ inputs: Array(201).fill(input), outputs: [output] }, '/payload/inputs'],
    [{ inputs: [input], outputs: Array(1000).fill(output) }, '/payload/outputs'],
    [{ inputs: [null], outputs: [output] }, '/payload/inputs/0'],
    [{ inputs: [input], outputs: ['a'] }, '/payload/outputs/0'],
    [{ inputs: [input], outputs: [output], change_address: own }, '/payload/change_address'],
    [replaced({ sequence: 1 }), '/payload/inputs/0/sequence'],
    [replaced({ address: undefined }), '/payload/inputs/0/address'],
    [replaced({ address: 'bc1q' }), '/payload/inputs/0/address'],
    [replaced({ address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }), '/payload/inputs/0/address'],
    [replaced({ value: undefined }), '/payload/inputs/0/value'],
    [replaced({ value: 0.5 }), '/payload/inputs/0/value'],
    [replaced({ value: 0 }), '/payload/inputs/0/value'],
    [replaced({ value: -1 }), '/payload/inputs/0/value'],
    [replaced({ value: '1e3' }), '/payload/inputs/0/value'],
    [replaced({ value: 2_100_000_000_000_001 }), '/payload/inputs/0/value'],
    [replaced({ txid: undefined }), '/payload/inputs/0/txid'],
    [replaced({ txid: `0x${txid}` }), '/payload/inputs/0/txid'],
    [replaced({ tx_num: undefined }), '/payload/inputs/0/tx_num'],
    [replaced({ tx_num: 1.5 }), '/payload/inputs/0/tx_num'],
    [replaced({ tx_num: 2 ** 32 }), '/payload/inputs/0/tx_num'],
    [{ inputs: [input], outputs: [{ address: own }] }, '/payload/outputs/0/value'],
    [{ inputs: [input], outputs: [{ value: 1 }] }, '/payload/outputs/0/address'],
    [
      { inputs: [input], outputs: [output, { ...output, address: 'mfkv2a593E1TfDVFmf1szjAkyihLowyBaT' }] },
      '/payload/outputs/1/address',
    ],
  ])('%#: says which field is wrong: %j', (payload, path) => {
    expect(refusalOf(payload)).toBe(path);
  });

  it('takes addresses of one network alone', () => {
    const on = (network: string) => bitcoinAddressOf(network, bitcoinScriptOf(own) ?? new Uint8Array()) ?? '';
    const [testnet, regtest] = [on('BTC_TESTNET'), on('BTC_REGTEST')];
    const paying = (from: string, to: readonly string[]) =>
      refusalOf({
        inputs: [{ ...input, address: from }],
        outputs: to.map((address) => ({ ...output, address })),
      });
    const old = bitcoinAddressOf('BTC_TESTNET', Uint8Array.of(0xa9, 20, ...new Uint8Array(20), 0x87)) ?? '';
    expect(paying(testnet, [testnet, old])).toBeUndefined();
    expect(paying(regtest, [old])).toBeUndefined();
    expect(paying(testnet, [regtest])).toBe('/payload/outputs/0/address');
    expect(paying(testnet, [old, regtest])).toBe('/payload/outputs/1/address');
    expect(paying(own, [testnet])).toBe('/payload/outputs/0/address');
    expect(paying(own, [own.toUpperCase()])).toBeUndefined();
  });

  it.each([[{}], ['cHNidP8='], [null], [[]], [undefined]])('is not %j', (payload) => {
    expect(isBitcoinPayload(payload)).toBe(false);
  });
});
