import { PublicKey, SystemProgram } from '@solana/web3.js';
import { readFileSync } from 'node:fs';
import { encodeFunctionData, parseAbi, type Address } from 'viem';
import type { PolicyInput } from '../src/engine/policy-input.js';
import type { DraftInput } from '../src/policies/policy.js';
import { validatePolicy } from '../src/policies/validate-policy.js';
import { decideOn } from './engine-harness.js';
import {
  alice,
  btcInput,
  btcWallet,
  ethInput,
  mallory,
  payment,
  psbt,
  solKey,
  solOperation,
  solInput,
  tokenCall,
} from './operations.js';

const page = readFileSync(new URL('../../../docs/policies.md', import.meta.url), 'utf8');
const recipes = new Map(
  [...page.matchAll(/^## ([^\n]+)\n(?:(?!^## )[\s\S])*?```json\n([\s\S]*?)```/gm)].map(
    ([, title = '', body = '']) => [title, validatePolicy(JSON.parse(body) as DraftInput)],
  ),
);

const eth = (value: bigint, to: Address = alice): PolicyInput => ethInput(payment({ value, to }));
const ether = 10n ** 18n;
const transfer = (to: Address): PolicyInput =>
  ethInput(
    tokenCall(
      encodeFunctionData({
        abi: parseAbi(['function transfer(address to, uint256 amount)']),
        args: [to, 1n],
      }),
    ),
  );
const sol = (lamports: number): PolicyInput =>
  solInput(
    solOperation([
      SystemProgram.transfer({ fromPubkey: solKey, toPubkey: new PublicKey(Buffer.alloc(32, 9)), lamports }),
    ]),
  );
const foreign = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const btc = (paid: bigint, fee: bigint): PolicyInput =>
  btcInput(
    psbt([
      { address: foreign, amount: paid },
      { address: btcWallet.address, amount: 100_000n - paid - fee },
    ]),
  );

type Outcome = 'deny' | 'require_mfa' | 'require_approval';

/** A recipe, an operation that it lets through, one that it does not, and how. */
const outcomes: readonly (readonly [string, PolicyInput, PolicyInput, Outcome])[] = [
  ['Deny payments above 1 ETH', eth(ether), eth(ether + 1n), 'deny'],
  ['Pay only known addresses', eth(ether), eth(ether, mallory), 'deny'],
  ['Spend at most 2 ETH a day', eth(ether), eth(2n * ether), 'deny'],
  ['Ask for a second factor above 0.1 ETH', eth(ether / 10n), eth(ether), 'require_mfa'],
  ['Let owners approve large payments', eth(10n * ether), eth(10n * ether + 1n), 'require_approval'],
  ['Deny token transfers to one address', transfer(alice), transfer(mallory), 'deny'],
  ['Solana: at most 0.5 SOL to anybody', sol(500_000_000), sol(500_000_001), 'deny'],
];

describe('the policy cookbook', () => {
  it('has an expected outcome for each recipe', () => {
    const tested = [...outcomes.map(([title]) => title), 'Bitcoin: bound each payment and the fee'];
    expect([...recipes.keys()].sort()).toEqual(tested.sort());
  });

  it.each(outcomes)('%s', (title, allowed, refused, how) => {
    const { chain, rules } = recipe(title);
    expect(decideOn(chain, allowed, rules).outcome).toBe('allow');
    expect(decideOn(chain, refused, rules).outcome).toBe(how);
  });

  it('Bitcoin: bound each payment and the fee', () => {
    const { chain, rules } = recipe('Bitcoin: bound each payment and the fee');
    expect(decideOn(chain, btc(50_000n, 20_000n), rules).outcome).toBe('allow');
    expect(decideOn(chain, btc(50_001n, 20_000n), rules).outcome).toBe('deny');
    expect(decideOn(chain, btc(50_000n, 20_001n), rules).outcome).toBe('deny');
  });

  it('counts the fee in the daily limit', () => {
    const { chain, rules } = recipe('Spend at most 2 ETH a day');
    const spentBefore = () => ether;
    expect(decideOn(chain, eth(ether), rules, {}, { spentBefore }).outcome).toBe('deny');
  });
});

function recipe(title: string): ReturnType<typeof validatePolicy> {
  const found = recipes.get(title);
  if (!found) throw new Error(`no recipe ${title}`);
  return found;
}
