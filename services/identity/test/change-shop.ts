import { setApprovalRule } from '../src/people/approval-rule.js';
import { approveChange, askForChange, challengeOfApproval } from '../src/people/change-requests.js';
import { ownerGrant, type PeopleWorld, type SignedIn } from './people-world.js';

export type Shop = {
  readonly applicationId: string;
  readonly owners: readonly [SignedIn, SignedIn, SignedIn];
};

export const rule = { needed: 2, scopes: ['policies', 'members'] };
export const change = {
  ...{ scope: 'policies', method: 'POST', path: '/v1/policy', body: '{"name":"a"}', before: '' },
};

/** An application with three owners, who must approve as the rule says. */
export async function newShopOf(world: PeopleWorld, asked: typeof rule): Promise<Shop> {
  const applicationId = await world.newApplication();
  const member = () => world.newMember(applicationId, 'owner');
  const owners = [await member(), await member(), await member()] as const;
  await setApprovalRule(world.deps, { applicationId, ...asked }, ownerGrant(applicationId, owners[0]));
  return { applicationId, owners };
}

export function askIn({ deps }: PeopleWorld, { applicationId }: Shop, asked: object, by: SignedIn) {
  const all = { applicationId, reason: 'because', traceId: 't', ...change, ...asked };
  return askForChange(deps, all, ownerGrant(applicationId, by));
}

export async function approveIn(
  { deps }: PeopleWorld,
  { applicationId }: Shop,
  id: string,
  { session, authenticator }: SignedIn,
) {
  const options = await challengeOfApproval(deps, { applicationId, id, session });
  const json = authenticator.get(options as never);
  return approveChange(deps, { applicationId, id, session, traceId: 't', json });
}
