import { codeOf } from '../http/customer.js';
import type { ApplicationIndex, CoreWallet, Model, Place, Pregenerated, User } from './model.js';
import { emailOf, newToken, type Real } from './real.js';
import { step, type Step } from './step.js';
import { waitingWalletsWait } from './invariant.js';

type Claim = { readonly public_address: string; readonly wallet_id: string; readonly status: string };

export function pregenerate(application: ApplicationIndex, user: User): Step {
  return step(`pregenerate(${application}, ${user})`, async (model, real) => {
    const customer = real.applications[application];
    const place: Place = `${application} ${user}`;
    const email = emailOf(real, user);
    const written = [email, ` ${email.toUpperCase()} `];
    const answers = await Promise.all(
      written.map((each) =>
        customer.succeed<{ public_address: string }>('POST', '/v1/admin/pregen/wallet', { email: each }),
      ),
    );
    const addresses = new Set(answers.map(({ public_address }) => public_address));
    expect(addresses.size).toBe(1);
    const [address = ''] = addresses;
    const known = model.pregenerated.get(place);
    const status = await statusOf(real, application, user);
    expect(status).toMatchObject({
      public_address: known?.address ?? address,
      status: known?.claimed === true ? 'claimed' : 'unclaimed',
    });
    expect(address).toBe(known?.address ?? address);
    if (!known) model.pregenerated.set(place, { address, walletId: status.wallet_id, claimed: false });
    await waitingWalletsWait(model, real);
    return { saw: known ? 'pregenerate: again' : 'pregenerate: new' };
  });
}

/**
 * The first sign-in makes the user's wallet, or claims the one that waits for them. Every later one gives the same
 * address.
 */
export function signIn(application: ApplicationIndex, user: User): Step {
  return step(`signIn(${application}, ${user})`, async (model, real) => {
    const place: Place = `${application} ${user}`;
    const token = await newToken(real, user, { email: emailOf(real, user) });
    const address = await real.applications[application].express.wallet(token, 'ETH');
    const first = model.express.get(place);
    const waiting = model.pregenerated.get(place);
    model.express.set(place, first ?? address);
    if (waiting === undefined || waiting.claimed) {
      expect(address).toBe(first ?? address);
      return { saw: first === undefined ? 'signIn: new' : 'signIn: again' };
    }
    waiting.claimed = true;
    expect(address).toBe(first ?? waiting.address);
    expect(await statusOf(real, application, user)).toMatchObject({
      status: 'claimed',
      interface: first === undefined ? 'express' : 'core',
      wallet_id: waiting.walletId,
    });
    if (first === undefined) return { saw: 'signIn: claimed as the Express wallet' };
    const wallet = beside(model, application, user, waiting);
    return { saw: 'signIn: claimed beside another wallet', wallet };
  });
}

/**
 * Somebody signs in with an address that is not theirs: not verified, or verified for a second user. They get a new
 * wallet.
 */
export function signInAs(application: ApplicationIndex, thief: User, victim: User, verified: boolean): Step {
  return step(
    `signInAs(${application}, ${thief} for ${victim}, ${verified ? 'verified' : 'unverified'})`,
    async (model, real) => {
      const place: Place = `${application} ${thief}`;
      const email = emailOf(real, victim);
      const token = await newToken(real, thief, { email, email_verified: String(verified) });
      const address = await real.applications[application].express.wallet(token, 'ETH');
      const first = model.express.get(place);
      expect(address).toBe(first ?? address);
      const given = [...model.pregenerated.values()].map((each) => each.address);
      if (first === undefined) expect(given).not.toContain(address);
      model.express.set(place, first ?? address);
      await waitingWalletsWait(model, real);
      return { saw: `signInAs: ${verified ? 'second user' : 'unverified'}` };
    },
    // While a wallet waits, a verified address is its owner's. There is no thief then.
    ({ pregenerated }) => !verified || pregenerated.get(`${application} ${victim}`)?.claimed === true,
  );
}

/** As a Core wallet without an access key. */
function beside(
  model: Model,
  application: ApplicationIndex,
  owner: User,
  { walletId: id, address }: Pregenerated,
): CoreWallet {
  const place = { application, owner, id, address };
  const kind = { chain: 'ETH', network: 'EVM', recoverable: false, accessKey: undefined } as const;
  const wallet = { ...place, ...kind, dead: [] };
  model.wallets.push(wallet);
  return wallet;
}

async function statusOf(real: Real, application: ApplicationIndex, user: User): Promise<Claim> {
  const path = `/v1/admin/pregen/wallet?email=${encodeURIComponent(emailOf(real, user))}`;
  const answer = await real.applications[application].manage('GET', path);
  expect(codeOf(answer)).toBe('ok');
  return answer.body as Claim;
}
