import { Refused, unlessDefault } from '@wallet-service/signer-protocol';
import { settingsOfCase, tokenCases, type TokenCaseKit } from '../../../packages/jwt/test/token-cases.js';
import { startSigner, type SignerProcess } from './signer-process.js';
import { audience, issuer, makeWallet, must, nowSeconds, signRequest, withVerdict } from './trust-kit.js';
import { applicationTrustOf, bakedRoot, documentOf, makeWitnessKit, trustRequest } from './witness-kit.js';

// The same table as the gateway's, at the signer's process: each case has an application with its settings.

const kit = makeWitnessKit();
const kitNow = (): TokenCaseKit => ({
  key: kit.userKey,
  issuer,
  audience,
  subject: 'alice',
  now: nowSeconds(),
});
let signer: SignerProcess;
beforeAll(async () => {
  signer = await startSigner({ trustBundle: bakedRoot(kit) });
});
afterAll(() => signer.stop());

const refusalOf: Readonly<Record<string, string>> = { 'key-unknown': 'key-not-trusted' };

it.each(tokenCases.map((each, index) => [each.title, each.answer, each, `app-${index}`] as const))(
  '%s: %s',
  async (_title, answer, { build, says, ...each }, applicationId) => {
    const [provider] = documentOf(applicationId).providers;
    if (!provider) throw new Error('the document has no provider');
    const settings = unlessDefault(settingsOfCase({ build, ...each }));
    const trusting = (changes: object, version: number) =>
      trustRequest(
        kit,
        applicationId,
        applicationTrustOf(
          kit,
          documentOf(applicationId, { version, providers: [{ ...provider, ...changes }] }),
        ),
      );
    // The wallet is made under default settings, so that refusals come from those of the case.
    must(await signer.call('UpdateTrust', trusting({}, 1)));
    const token = build(kitNow());
    const owner = answer === 'pass' ? () => token : kit.token;
    if (answer === 'pass') must(await signer.call('UpdateTrust', trusting(settings, 2)));
    const wallet = await makeWallet(signer, { token: owner }, { chain: 'ETH', applicationId });
    if (answer !== 'pass') must(await signer.call('UpdateTrust', trusting(settings, 2)));
    const request = { ...signRequest(kit, wallet, [new Uint8Array(32)]), jwt: token };
    const signed = await signer.call('Sign', withVerdict(request, kit.policyKey));
    if (answer === 'pass') {
      expect(must(signed).signatures).toHaveLength(1);
      return;
    }
    expect(signed).toBeInstanceOf(Refused);
    const { refusal, details } = signed as Refused;
    expect(refusal).toBe(refusalOf[answer] ?? `token-${answer}`);
    if (says && refusal !== 'key-not-trusted') expect(details['rule']).toMatch(says);
  },
);
