import { randomUUID } from 'node:crypto';
import {
  applicationUnderTest,
  call,
  type ApplicationUnderTest,
  type User,
} from './application-under-test.js';
import { realSuite, type RealSuite } from './real-suite.js';

// Two replicas of the wallet service. The provider may assert e-mail addresses in one application and not in the other,
// which the signer does not know.

export type PregenerationWorld = {
  readonly suite: RealSuite;
  /** The application on the first replica when `index` is even, else on the second. */
  readonly onReplica: (index: number) => ApplicationUnderTest;
  /** On the first replica. */
  readonly app: ApplicationUnderTest;
  readonly untrusted: ApplicationUnderTest;
  readonly withEmail: (subject: string, email: string, claims?: object, assertsEmail?: boolean) => User;
};

export async function pregenerationWorld(name: string): Promise<PregenerationWorld> {
  const suite = await realSuite(name);
  try {
    await Promise.all([suite.startPolicy(), suite.startSigner()]);
    await suite.startWallet(0);
    await suite.startWallet(1);
    const applicationId = randomUUID();
    const clients = [suite.client(0), suite.client(1)] as const;
    const app = applicationUnderTest(suite, clients[0], applicationId);
    const second = applicationUnderTest(suite, clients[1], applicationId);
    suite.trust([applicationId], { assertsEmail: true });
    return {
      suite,
      onReplica: (index) => (index % 2 === 0 ? app : second),
      app,
      untrusted: applicationUnderTest(suite, clients[0], randomUUID()),
      withEmail: (subject, email, claims = {}, assertsEmail = true) =>
        app.user(subject, { assertsEmail, claims: { email, email_verified: true, ...claims } }),
    };
  } catch (error) {
    await suite.stop();
    throw error;
  }
}

export async function pregenerate(on: ApplicationUnderTest, email: string) {
  const { results } = await on.client.call(
    'PregenerateWallets',
    { applicationId: on.applicationId, emails: [email] },
    call,
  );
  const wallet = results[0]?.wallet;
  if (!wallet) throw new Error(`no wallet for ${email}`);
  return wallet;
}

export const statusOf = ({ client, applicationId }: ApplicationUnderTest, email: string) =>
  client.call('GetPregeneratedWallet', { applicationId, email }, call);

export const logIn = (
  on: ApplicationUnderTest,
  user: User,
  chain = 'ETH',
  more: { readonly skipClaim?: boolean; readonly pregenerates?: boolean } = {},
) => on.client.call('GetOrCreateWallet', { user, chain, ...more }, call);

export const newEmail = (): string => `${randomUUID()}@example.com`;
