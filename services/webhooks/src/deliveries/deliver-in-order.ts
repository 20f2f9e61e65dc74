import type { Endpoint } from '../endpoints/endpoint.js';
import { validSecrets } from '../endpoints/rotate-secret.js';
import type { SecretSeal } from '../endpoints/seal-secret.js';
import { endpointDisabled } from '../endpoints/update-endpoint.js';
import type { DeliveryStream } from '../jobs/job-store.js';
import type { RowMacs } from '../row-macs.js';
import type { Tenancy, Tenant } from '../tenancy-store.js';
import { retryDelayMs, type AttemptMade, type Delivery, type Outcome } from './delivery.js';
import type { EndpointSlots } from './endpoint-slots.js';
import type { SendWebhook } from './send-webhook-client.js';
import { signWebhook } from './sign-webhook.js';

export type DeliverDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly send: SendWebhook;
  readonly seal: SecretSeal;
  readonly slots: EndpointSlots;
  /** The time from each failed attempt to the next one. After the last of them the delivery has failed. */
  readonly retrySeconds: readonly number[];
  /** After this time an attempt counts as lost. Longer than it may take. */
  readonly attemptTimeoutMs: number;
  readonly now: () => number;
  readonly random: () => number;
  /** Called for a stored row that this service did not write. */
  readonly onRefused: RowMacs['onRefused'];
  /** Called for every attempt with a result. */
  readonly observe: (result: Outcome['result'] | 'given-up') => void;
};

/** An attempt that has begun, with everything it needs. */
type Attempt = {
  readonly delivery: Delivery;
  readonly endpoint: Endpoint;
  readonly secrets: readonly Uint8Array[];
};

const notOurs = 'was not sent: what is stored of the event is not what the service recorded';
const secretLost = 'has a signing secret that cannot be opened any more: rotate it';

/** How many deliveries one job makes before others get their turn. */
const mostInOneJob = 50;
const busyMs = 1_000;

/**
 * Delivers what is pending for one stream, one after another. A failed attempt postpones the stream, and the
 * same event comes first again. An event that failed for good is left behind, and the next one follows. Each
 * step is durable before the next begins, so that a process that dies leaves only an attempt that counts as
 * lost.
 */
export async function deliverInOrder(
  deps: DeliverDeps,
  stream: DeliveryStream,
  stopped: AbortSignal,
): Promise<void> {
  const { tenancy, slots } = deps;
  const free = slots.take(stream.endpointId);
  if (!free) {
    const at = new Date(deps.now() + busyMs * (1 + deps.random()));
    await tenancy.within(stream.applicationId, ({ jobs }) => jobs.schedule(stream, at));
    return;
  }
  try {
    for (let made = 0; made < mostInOneJob && !stopped.aborted; made += 1) {
      const attempt = await tenancy.within(stream.applicationId, (tenant) => begin(deps, tenant, stream));
      if (!attempt) return;
      const begun = performance.now();
      const outcome = await make(deps, attempt, stopped);
      if (!outcome) break;
      const made = { ...outcome, durationMs: Math.round(performance.now() - begun) };
      if (!(await tenancy.within(stream.applicationId, (tenant) => record(deps, tenant, attempt, made))))
        return;
    }
    await tenancy.within(stream.applicationId, ({ jobs }) => jobs.wake([stream]));
  } finally {
    free();
  }
}

async function begin(
  deps: DeliverDeps,
  tenant: Tenant,
  stream: DeliveryStream,
): Promise<Attempt | undefined> {
  const first = await tenant.attempts.beginFirst(stream, deps.attemptTimeoutMs);
  if (first?.waitsUntil) await tenant.jobs.schedule(stream, first.waitsUntil);
  if (!first?.delivery) return undefined;
  const endpoint = await tenant.endpoints.find(stream.endpointId);
  const secrets = await tenant.endpoints.secretsOf(stream.endpointId);
  if (!endpoint || !secrets) return undefined;
  return {
    delivery: first.delivery,
    endpoint,
    secrets: validSecrets(deps.seal, endpoint, secrets, deps.now()),
  };
}

/** Undefined if the process stops before there is a result: then the attempt is given back. */
async function make(
  { tenancy, send, now, onRefused }: DeliverDeps,
  { delivery, endpoint, secrets }: Attempt,
  stopped: AbortSignal,
): Promise<Outcome | undefined> {
  if (endpoint.disabledReason !== undefined) {
    return { result: 'failed', responseStatus: undefined, problem: endpointDisabled };
  }
  if (delivery.refused !== undefined) {
    onRefused(delivery.refused, { applicationId: endpoint.applicationId, deliveryId: delivery.id });
    return { result: 'failed', responseStatus: undefined, problem: notOurs };
  }
  if (secrets.length === 0) return { result: 'failed', responseStatus: undefined, problem: secretLost };
  const headers = signWebhook(delivery.eventId, Math.floor(now() / 1000), delivery.payload, secrets);
  try {
    return await send(endpoint.url, headers, delivery.payload, stopped);
  } catch (error) {
    if (!stopped.aborted) throw error;
    await tenancy.within(endpoint.applicationId, ({ attempts }) => attempts.release(delivery));
    return undefined;
  }
}

/** Writes the result of the attempt. Resolves to whether the stream continues at once. */
async function record(
  deps: DeliverDeps,
  { attempts, deliveries, endpoints, jobs }: Tenant,
  { delivery, endpoint }: Attempt,
  outcome: Outcome & Pick<AttemptMade, 'durationMs'>,
): Promise<boolean> {
  if (outcome.result === 'delivered') {
    deps.observe('delivered');
    return attempts.complete(delivery, 'delivered', outcome);
  }
  if (outcome.result === 'gone') {
    deps.observe('gone');
    await attempts.complete(delivery, 'failed', outcome);
    // Read again under a lock, because it may have changed during the attempt.
    const found = await endpoints.find(endpoint.id, 'for update');
    if (found?.url !== endpoint.url || found.disabledReason !== undefined) return true;
    await deliveries.failAll(endpoint.id, endpointDisabled);
    const timeUpdated = Math.floor(deps.now() / 1000);
    await endpoints.update({ ...found, disabledReason: 'gone', timeUpdated });
    return false;
  }
  const delayMs =
    endpoint.disabledReason === undefined && delivery.refused === undefined
      ? retryDelayMs(deps.retrySeconds, delivery.attempts, deps.random())
      : undefined;
  if (delayMs === undefined) {
    deps.observe('given-up');
    return attempts.complete(delivery, 'failed', outcome);
  }
  deps.observe('failed');
  const due = await attempts.postpone(delivery, outcome, delayMs);
  if (due) await jobs.schedule(delivery, due);
  return false;
}
