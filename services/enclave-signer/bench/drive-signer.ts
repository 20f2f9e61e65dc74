import { randomBytes } from 'node:crypto';
import { encodeMessage, encodeTrustBundle, signerMethods } from '@wallet-service/signer-protocol';
import { startSigner } from '../test/signer-process.js';
import { makeTrustKit, makeWallet, signRequest, withVerdict } from '../test/trust-kit.js';

export type DrivenSigner = {
  readonly pid: number;
  /**
   * Has it sign `count` digests with wallets of ETH, over its call stream. Each has a verdict of its own, and a token
   * that the signer has seen. Resolves to the seconds that it took.
   */
  readonly drive: (count: number) => Promise<number>;
  readonly stop: () => Promise<void>;
};

const users = 64;
const inFlight = 64;
const tokenSeconds = 3000;
const options = { timeoutMs: 10_000, traceId: '4bf92f3577b34da6a3ce929d0e0e4736' };

/** A signer alone, started as in production, and everybody around it in this process. */
export async function startDrivenSigner(): Promise<DrivenSigner> {
  const kit = makeTrustKit();
  const signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
  const client = signer.connect(await signer.authority.issue('wallet'));
  const first = await makeWallet(signer, kit, { chain: 'ETH', subject: 'user-0' });
  const wallets = [first];
  for (let user = 1; user < users; user += 1)
    wallets.push(await makeWallet(signer, kit, { chain: 'ETH', subject: `user-${user}`, beside: first }));
  const exp = Math.floor(Date.now() / 1000) + tokenSeconds;
  const templates = wallets.map((wallet) => signRequest(kit, wallet, [], { exp }));

  const requestOf = (template: (typeof templates)[number]): Uint8Array => {
    const request = withVerdict({ ...template, payloads: [randomBytes(32)] }, kit.policyKey);
    return encodeMessage(signerMethods.Sign.request, request);
  };

  return {
    pid: signer.child.pid ?? 0,
    async drive(count) {
      // Before the clock runs, because they cost as much as half a signature.
      const waiting = Array.from({ length: count }, (_, number) => templates[number % users])
        .filter((template) => !!template)
        .map(requestOf);
      const startedAt = performance.now();
      const worker = async (): Promise<void> => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await client.call('Sign', next, options);
      };
      await Promise.all(Array.from({ length: inFlight }, worker));
      return (performance.now() - startedAt) / 1000;
    },
    async stop() {
      client.close();
      await signer.stop();
    },
  };
}
