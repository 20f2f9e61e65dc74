import fc from 'fast-check';
import {
  definitions,
  type PolicyDefinition,
  type ReceivedRequestOf,
  type ReceivedResponseOf,
} from '@wallet-service/grpc';
import { policyResponse } from '../../../services/gateway/src/routes/policy-response.js';
import { changesToWire, draftToWire } from '../../../services/gateway/src/routes/policy-to-wire.js';
import { changesFromWire, draftFromWire } from '../../../services/policy/src/policies/policy-from-wire.js';
import { policyOf } from '../../../services/policy/src/policies/policy-store.js';
import { policyToWire } from '../../../services/policy/src/policies/policy-to-wire.js';

// What an application gives is what the policy service checks and stores, and what it is shown again.

const { CreatePolicy, UpdatePolicy, GetPolicy } = definitions.policy.methods;
type Create = ReceivedRequestOf<PolicyDefinition['CreatePolicy']>;
type Update = ReceivedRequestOf<PolicyDefinition['UpdatePolicy']>;
type Shown = ReceivedResponseOf<PolicyDefinition['GetPolicy']>;

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const scalar = fc.oneof(
  text,
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }),
);
/** JSON of the kind that a compiler writes, and numbers that JSON and the gateway keep. */
const json = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, scalar, fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    tie('any'),
    { maxKeys: 3, noNullPrototype: true },
  ),
})).any;
const condition = fc.record(
  {
    ...{ field_source: text, field: text, operator: text },
    value: fc.oneof(scalar, fc.array(scalar, { maxLength: 6 })),
    abi: fc.array(json, { maxLength: 3 }),
    window_seconds: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    token: text,
  },
  { requiredKeys: ['field_source', 'field', 'operator', 'value'], noNullPrototype: true },
);
const rule = fc.record(
  { name: text, method: text, conditions: fc.array(condition, { maxLength: 3 }), action: text },
  { noNullPrototype: true },
);
const rules = fc.array(rule, { maxLength: 3 });
const members = {
  name: text,
  chain: text,
  scope: fc.constantFrom('GLOBAL' as const, 'STEP_UP' as const),
  rules,
};
const draft = fc.record(
  { ...members, description: fc.option(text), is_active: fc.boolean() },
  { requiredKeys: ['name', 'chain', 'scope', 'rules'], noNullPrototype: true },
);
const changes = fc.record(
  { ...members, description: fc.option(text), is_active: fc.boolean() },
  { requiredKeys: [], noNullPrototype: true },
);

/** -0 is 0 in JSON. */
const asJson = (given: unknown): unknown => JSON.parse(JSON.stringify(given));

it('a policy is shown as it was given', () => {
  fc.assert(
    fc.property(draft, (given) => {
      const sent = CreatePolicy.requestSerialize({ policy: draftToWire(given as never) });
      const { policy } = CreatePolicy.requestDeserialize(sent) as Create;
      const { is_active: isActive = true, description = null, ...taken } = draftFromWire(policy ?? fail());
      expect(asJson(taken)).toEqual(asJson({ ...given, is_active: undefined, description: undefined }));
      const row = { policy_id: 'p', is_active: isActive, description, revision: 3 };
      const times = { time_created: new Date(0), time_updated: new Date(0) };
      const stored = { ...row, ...times, ...taken, rules_json: JSON.stringify(taken.rules) };
      const answer = GetPolicy.responseSerialize(policyToWire(policyOf(stored as never)));
      const shown = policyResponse(GetPolicy.responseDeserialize(answer) as Shown);
      expect(asJson(shown)).toEqual(
        asJson({ is_active: true, description: null, ...given, id: 'p', revision: 3 }),
      );
    }),
  );
});

it('a change is taken as it was given', () => {
  fc.assert(
    fc.property(changes, (given) => {
      const sent = UpdatePolicy.requestSerialize({ changes: changesToWire(given) });
      const { changes: received } = UpdatePolicy.requestDeserialize(sent) as Update;
      expect(asJson(changesFromWire(received ?? fail()))).toEqual(asJson(given));
    }),
  );
});

function fail(): never {
  throw new Error('the message is gone');
}
