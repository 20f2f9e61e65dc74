import type { RequestContext, Services } from '../clients/services.js';

/** The name of a person whom a record names by their id. Null: they never worked with the application. */
export type NameOf = (personId: string) => string | null;

type Approved = { readonly approvals: readonly { readonly personId: string }[] };

/** The names of those who approved what the caller may see. They need not see the list of people. */
export async function namesOfApprovers(
  identity: Services['identity'],
  applicationId: string,
  records: readonly (Approved | null)[],
  context: RequestContext,
): Promise<NameOf> {
  const personIds = [
    ...new Set(records.flatMap((one) => (one?.approvals ?? []).map(({ personId }) => personId))),
  ];
  if (personIds.length === 0) return () => null;
  const { people } = await identity('NamePeople', { applicationId, personIds }, context);
  const names = new Map(people.map(({ personId, name }) => [personId, name]));
  return (personId) => names.get(personId) ?? null;
}
