import type { Received } from './http-request.js';

export type Problem = {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly trace_id: string;
  readonly errors?: readonly { path: string; message: string }[];
};

export function expectProblem(answer: Received, status: number, code: string): Problem {
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  const problem = answer.json() as Problem;
  expect({ status: answer.status, inBody: problem.status, code: problem.code }).toEqual({
    status,
    inBody: status,
    code,
  });
  expect(problem).toMatchObject({
    type: `/docs#errors/${code}`,
    title: expect.any(String) as string,
    detail: expect.any(String) as string,
    trace_id: answer.headers['x-trace-id'] as string,
  });
  return problem;
}
