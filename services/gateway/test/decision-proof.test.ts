import { exampleDecision, exampleProof } from '../src/routes/decision-schema.js';
import { decision } from './decision-answers.js';
import { gatewayUnderTest, secretKey } from './gateway-under-test.js';

const url = '/v1/decision/d1';
const headers = { 'x-service-secret-key': secretKey };

it('one decision comes with its proof', async () => {
  const { send } = await gatewayUnderTest();
  const answer = await send({ method: 'GET', url, headers });
  expect(answer.json()).toEqual({ ...exampleDecision, proof: exampleProof });
});

it('a decision from before there were proofs comes without one', async () => {
  const { send } = await gatewayUnderTest({ answers: { GetDecision: () => decision } });
  expect((await send({ method: 'GET', url, headers })).json()).toEqual(exampleDecision);
});
