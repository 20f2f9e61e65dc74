import { bech32, bech32m } from '@scure/base';
import * as btc from '@scure/btc-signer';
import * as fc from 'fast-check';
import { addressOf, bitcoinNetworks, type BitcoinNetwork } from '@wallet-service/addresses';
import { policyInputOfDryRun } from '../src/evaluation/policy-input-of-dry-run.js';
import { policyInputOfOperation } from '../src/evaluation/policy-input-of-operation.js';
import { decideOn, rule, when } from './engine-harness.js';
import { btcWallet } from './operations.js';
import { bitcoin, problemsOf } from './rule-problems.js';

const libraryNetworks: Readonly<Record<BitcoinNetwork, typeof btc.NETWORK>> = {
  BTC_MAINNET: btc.NETWORK,
  BTC_TESTNET: btc.TEST_NETWORK,
  BTC_REGTEST: { ...btc.TEST_NETWORK, bech32: 'bcrt' },
};

/** An output, and how a library that the engine does not use writes its address on a network. */
type Output = { readonly script: Uint8Array; readonly addressOn: (network: BitcoinNetwork) => string };

const known = (script: Uint8Array): Output => ({
  script,
  addressOn: (network) => btc.Address(libraryNetworks[network]).encode(btc.OutScript.decode(script)),
});
const witness = (version: number, program: Uint8Array): Output => ({
  script: Uint8Array.of(version === 0 ? 0 : 0x50 + version, program.length, ...program),
  addressOn: (network) => {
    const codec = version === 0 ? bech32 : bech32m;
    return codec.encode(libraryNetworks[network].bech32, [version, ...codec.toWords(program)]);
  },
});

// Few programs, so that outputs and rules often name the same one.
const filled = (length: number) => fc.constantFrom(1, 2).map((byte) => new Uint8Array(length).fill(byte));
const outputs: fc.Arbitrary<Output> = fc.oneof(
  filled(20).map((hash) => known(btc.OutScript.encode({ type: 'pkh', hash }))),
  filled(20).map((hash) => known(btc.OutScript.encode({ type: 'sh', hash }))),
  fc
    .tuple(fc.constantFrom(20, 32), fc.constant(0))
    .chain(([length, version]) => filled(length).map((program) => witness(version, program))),
  filled(32).map((program) => witness(1, program)),
  fc
    .tuple(fc.constantFrom(1, 2, 16), fc.constantFrom(2, 20, 40))
    .chain(([version, length]) => filled(length).map((program) => witness(version, program))),
);
const networks = fc.constantFrom(...bitcoinNetworks);
/** The address of an output on any network, in the letter cases that it may have. */
const named = fc
  .record({ output: outputs, network: networks, upper: fc.boolean() })
  .map(({ output, network, upper }) => {
    const address = output.addressOn(network);
    const isSegwit = /^(bc|tb|bcrt)1/.test(address);
    return { script: output.script, address: upper && isSegwit ? address.toUpperCase() : address };
  });

function psbtOf(wallet: { readonly publicKey: Uint8Array }, scripts: readonly Uint8Array[]): Uint8Array {
  const transaction = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
  const witnessUtxo = { script: btc.p2wpkh(wallet.publicKey).script, amount: 100_000n };
  transaction.addInput({ txid: Buffer.alloc(32, 3), index: 0, witnessUtxo });
  for (const script of scripts) transaction.addOutput({ script, amount: 1000n });
  return transaction.toPSBT();
}
function paying(network: BitcoinNetwork, scripts: readonly Uint8Array[]) {
  const { publicKey } = btcWallet;
  const wallet = { chain: 'BTC', network, publicKey, address: addressOf('BTC', network, publicKey) } as const;
  return policyInputOfOperation(wallet, { kind: 'transaction', unsigned: psbtOf(wallet, scripts) });
}
const condition = (operator: string, value: string | string[]) =>
  when('bitcoin_transaction', 'output_address', operator, value);
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
const lists = (operator: string) => operator === 'in' || operator === 'not_in';
const operators = fc.constantFrom('eq', 'neq', 'in', 'not_in');

describe('addresses in rules about Bitcoin', () => {
  it('mean scripts: a rule holds for a wallet of any network, whatever network its addresses are for', () => {
    fc.assert(
      fc.property(
        networks,
        fc.array(outputs, { minLength: 1, maxLength: 3 }),
        operators,
        fc.array(named, { minLength: 1, maxLength: 3 }),
        (network, paid, operator, values) => {
          const used = lists(operator) ? values : values.slice(0, 1);
          const addresses = used.map(({ address }) => address);
          const given = condition(operator, lists(operator) ? [...new Set(addresses)] : (addresses[0] ?? ''));
          const meets = ({ script }: Output) =>
            used.some((value) => same(value.script, script)) === (operator === 'eq' || operator === 'in');
          const input = paying(
            network,
            paid.map(({ script }) => script),
          );
          const denied = decideOn('BTC', input, [rule('signTransaction', 'DENY', given)]).outcome;
          expect(denied).toBe(paid.some(meets) ? 'deny' : 'allow');
          const allowing = [rule('signTransaction', 'ALLOW', given)];
          const allowed = decideOn('BTC', input, allowing, { defaultAction: 'deny' }).outcome;
          expect(allowed).toBe(paid.every(meets) ? 'allow' : 'deny');
        },
      ),
      { numRuns: 800 },
    );
  });

  it('can contradict each other across networks, and no rule is refused that can hold', () => {
    fc.assert(
      fc.property(named, named, fc.constantFrom('eq', 'neq'), (first, second, operator) => {
        const conditions = [
          bitcoin('output_address', 'eq', first.address),
          bitcoin('output_address', operator, second.address),
        ];
        const canHold = same(first.script, second.script) === (operator === 'eq');
        expect(problemsOf('BTC', 'signTransaction', conditions).length).toBe(canHold ? 0 : 1);
      }),
      { numRuns: 300 },
    );
  });

  it('are shown as the wallet’s network writes them', () => {
    const output = witness(0, new Uint8Array(20).fill(1));
    const denying = rule('signTransaction', 'DENY', condition('eq', output.addressOn('BTC_MAINNET')));
    const { fired, readings } = decideOn('BTC', paying('BTC_REGTEST', [output.script]), [denying]);
    const [look] = fired[0]?.rule.perElement ?? [];
    expect(look && readings.readElement(look, 0)).toMatchObject({ shown: output.addressOn('BTC_REGTEST') });
  });

  it('match nothing in outputs without an address: data pays nobody, other scripts may pay anybody', () => {
    const { publicKey } = btcWallet;
    const payee = known(btc.p2pkh(publicKey).script);
    const hidden = [
      btc.p2pk(publicKey).script,
      btc.p2ms(1, [publicKey, Buffer.from(publicKey).fill(3, 0, 1)]).script,
      Uint8Array.of(0x61, ...payee.script),
      Uint8Array.of(0x00, 0x10, ...new Uint8Array(16)),
      new Uint8Array(),
    ];
    const outcome = (script: Uint8Array, action: 'DENY' | 'ALLOW', operator: string) =>
      decideOn(
        'BTC',
        paying('BTC_TESTNET', [script]),
        [rule('signTransaction', action, condition(operator, payee.addressOn('BTC_MAINNET')))],
        { defaultAction: action === 'ALLOW' ? 'deny' : 'allow' },
      ).outcome;
    for (const script of hidden) {
      for (const operator of ['eq', 'neq']) {
        expect(outcome(script, 'DENY', operator)).toBe('deny');
        expect(outcome(script, 'ALLOW', operator)).toBe('deny');
      }
    }
    const data = Uint8Array.of(0x6a, 2, 104, 105);
    expect(outcome(data, 'DENY', 'eq')).toBe('allow');
    expect(outcome(data, 'DENY', 'neq')).toBe('deny');
    expect(outcome(data, 'ALLOW', 'neq')).toBe('deny');
  });

  it('apply in dry runs to a wallet of any network of which only the address is known', () => {
    const output = witness(1, new Uint8Array(32).fill(1));
    const denying = rule('signTransaction', 'DENY', condition('eq', output.addressOn('BTC_MAINNET')));
    for (const network of bitcoinNetworks) {
      const input = policyInputOfDryRun({
        chain: 'BTC',
        network: 'BTC_MAINNET',
        publicKey: new Uint8Array(),
        address: addressOf('BTC', network, btcWallet.publicKey),
        operation: { kind: 'transaction', unsigned: psbtOf(btcWallet, [output.script]) },
      });
      expect(decideOn('BTC', input, [denying]).outcome).toBe('deny');
    }
  });
});
