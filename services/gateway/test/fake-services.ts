import { AppError } from '@wallet-service/errors';
import type { Services } from '../src/clients/services.js';

export type Asked = {
  readonly service: string;
  readonly method: string;
  readonly request: Record<string, unknown>;
};
export type FakeAnswer = (request: Record<string, unknown>) => unknown;

/**
 * Services that answer from a table and record the requests they got. A method that is not in the table fails as
 * unreachable.
 */
export function fakeServices(answers: Readonly<Record<string, FakeAnswer>>): {
  readonly services: Services;
  readonly asked: Asked[];
} {
  const asked: Asked[] = [];
  const fake =
    (service: string) =>
    async (method: string, request: Record<string, unknown>): Promise<unknown> => {
      asked.push({ service, method, request });
      const answer = answers[method];
      if (!answer) throw new AppError('service.unavailable', `the ${service} service is not reachable`);
      return await Promise.resolve(answer(request));
    };
  const services = {
    identity: fake('identity'),
    policy: fake('policy'),
    wallet: fake('wallet'),
    webhooks: fake('webhooks'),
  };
  return { services: services as unknown as Services, asked };
}
