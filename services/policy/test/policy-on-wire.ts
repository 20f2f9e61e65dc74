import { definitions, type PolicyDefinition, type ReceivedRequestOf } from '@wallet-service/grpc';
import { policyToWire } from '../src/policies/policy-to-wire.js';
import type { Policy } from '../src/policies/policy.js';

// Policies with the names of the HTTP contract, as the service gets them: through the codec.

type Members = Readonly<Record<string, unknown>>;
type Create = ReceivedRequestOf<PolicyDefinition['CreatePolicy']>;
type Update = ReceivedRequestOf<PolicyDefinition['UpdatePolicy']>;

const { CreatePolicy, UpdatePolicy } = definitions.policy.methods;

export function receivedDraft({ rules, ...draft }: Members): Create['policy'] {
  const policy = { ...camel(draft), rules: rulesOf(rules) };
  if (draft['description'] === null) delete (policy as { description?: unknown }).description;
  return (CreatePolicy.requestDeserialize(CreatePolicy.requestSerialize({ policy })) as Create).policy;
}

export function receivedChanges({ rules, description, ...others }: Members): Update['changes'] {
  const changes = {
    ...camel(others),
    ...(rules !== undefined && { rules: { rules: rulesOf(rules) } }),
    ...(description !== undefined && { description: description === null ? {} : { text: description } }),
  };
  return (UpdatePolicy.requestDeserialize(UpdatePolicy.requestSerialize({ changes })) as Update).changes;
}

function rulesOf(rules: unknown) {
  const time = new Date(0);
  return policyToWire({ rules, timeCreated: time, timeUpdated: time } as Policy).rules;
}

function camel(members: Members) {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
