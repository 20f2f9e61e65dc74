import type { FakeAnswer } from './fake-services.js';

const endpoint = {
  id: 'endpoint-1',
  url: 'https://hooks.example',
  description: '',
  eventTypes: [],
  enabled: true,
  disabledReason: '',
  timeCreated: '1',
  timeUpdated: '2',
};
const delivery = {
  id: 'delivery-1',
  endpointId: 'endpoint-1',
  eventId: 'evt_1',
  eventType: 'wallet.created',
  status: 'failed',
  attempts: 8,
  attemptsMade: [
    { time: '8', durationMs: 5, responseStatus: 0, problem: 'no answer' },
    { time: '1', durationMs: 90, responseStatus: 503, problem: 'answers with status 503' },
  ],
  timeCreated: '1',
  timeNextAttempt: '0',
  timeCompleted: '9',
  responseStatus: 0,
  problem: 'no answer',
  payloadJson: '{"type":"wallet.created"}',
};

export const webhookAnswers: Readonly<Record<string, FakeAnswer>> = {
  CreateEndpoint: (request) => ({ endpoint: { ...endpoint, ...request }, secret: 'whsec_1' }),
  ListEndpoints: () => ({ endpoints: [endpoint] }),
  GetEndpoint: () => endpoint,
  UpdateEndpoint: () => endpoint,
  DeleteEndpoint: () => ({}),
  RotateSecret: () => ({ secret: 'whsec_2', previousExpiresAt: '1790003600' }),
  ListDeliveries: () => ({ deliveries: [delivery], next: 'delivery-1' }),
  SendTestEvent: () => ({ ...delivery, eventType: 'webhook.test', status: 'pending', timeNextAttempt: '10' }),
  Redeliver: () => ({ ...delivery, status: 'pending', timeNextAttempt: '10', timeCompleted: '0' }),
};
