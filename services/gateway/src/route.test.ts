import Type from 'typebox';
import { route } from './route.js';

const common = {
  method: 'POST',
  path: '/v1/thing/:id',
  authentication: 'secret-key',
  scope: 'read',
  rateClass: 'management',
  errors: 'problem',
  status: 200,
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ limit: Type.Optional(Type.String()) }),
  body: Type.Object({ amount: Type.Integer(), unit: Type.Enum(['wei', 'gwei']) }),
  answer: Type.Object({ amount: Type.Integer() }),
} as const;

// The compiler does the work: it fails if a line below a `@ts-expect-error` has no mistake.
test('a handler takes and answers what its schemas describe', () => {
  const rows = [
    route({
      ...common,
      handle: ({ body, params, query, caller }) => {
        const unit: 'wei' | 'gwei' = body.unit;
        const limit: string | undefined = query.limit;
        return Promise.resolve({ amount: body.amount, unit, limit, of: [params.id, caller.applicationId] });
      },
    }),
    // @ts-expect-error -- the answer lacks its amount
    route({ ...common, handle: () => Promise.resolve({}) }),
    // @ts-expect-error -- the amount is a number, and the unit is none
    route({ ...common, handle: ({ body }) => Promise.resolve({ amount: body.unit }) }),
    // @ts-expect-error -- the id in the path is text
    route({ ...common, handle: ({ params }) => Promise.resolve({ amount: params.id }) }),
    // @ts-expect-error -- the limit may be absent
    route({ ...common, handle: ({ query }) => Promise.resolve({ amount: query.limit.length }) }),
    // @ts-expect-error -- a secret key names an application
    route({ ...common, handle: ({ caller }) => Promise.resolve({ amount: caller.applicationId }) }),
  ];
  expect(rows).toHaveLength(6);
});
