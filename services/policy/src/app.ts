import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { acting, type Handlers, type PolicyDefinition } from '@wallet-service/grpc';
import { changeOutbox, inTransaction, isRefusedByDatabase, outboxHandlers } from '@wallet-service/postgres';
import type { BackgroundWork, Logger, RowAlarm } from '@wallet-service/runtime';
import { afterStaleReadsExpire, newUuidV7, type RowMac } from '@wallet-service/values';
import { startBackgroundWork } from './background-work.js';
import { deleteOldRecords } from './delete-old-records.js';
import type { StoredDecision } from './decisions/decision.js';
import { findDecision, insertDecisions, keepNewestDecisions } from './decisions/decision-store.js';
import { listDecisions, listDecisionsWithRequests } from './decisions/decision-list-store.js';
import { createRequestSeal } from './decisions/request-seal.js';
import { decisionProver } from './decisions/prove-decisions.js';
import { createDecisionWriter, type DecisionWriter } from './decisions/decision-writer.js';
import { compileRuleSet } from './evaluation/compile-rule-set.js';
import { evaluateDecisions, type DecisionsDeps } from './evaluation/evaluate-decisions.js';
import { evaluateDryRun, type DryRunDeps } from './evaluation/evaluate-dry-run.js';
import { evaluate, type EvaluateDeps } from './evaluation/evaluate.js';
import { evaluationHandlers } from './evaluation/evaluation-handlers.js';
import { createKnownAddresses } from './evaluation/known-addresses.js';
import { createRulesInForce } from './evaluation/rules-in-force.js';
import { createEventStore } from './events/event-store.js';
import { eventHandlers } from './events/event-handlers.js';
import * as policyStore from './policies/policy-store.js';
import { setMinimumRecordVersion } from './record-versions/minimum-version-store.js';
import { createRuleSetGuard } from './revisions/rule-set.js';
import { createRuleSets, type RuleSets } from './revisions/rule-set-store.js';
import { currentVersionsReader } from './revisions/current-versions-store.js';
import {
  insertReservation,
  lockWallet,
  readSpent,
  releaseReservation,
  walletOfReservation,
} from './spending/spending-store.js';
import { requestCodec } from './request-codec.js';
import { applicationWarnings } from './warnings/application-warnings.js';
import { makeVerdict } from './verdicts/make-verdict.js';
import { rowMac, secretsOf } from './verdicts/row-mac.js';
import { createMandates } from './verdicts/mandate.js';
import { decisionHandlers } from './decisions/decision-handlers.js';
import { warningHandlers } from './warnings/warning-handlers.js';
import { policies, settings, signatureRequests } from './management.js';
import { signatureRequestHandlers } from './signature-requests/signature-request-handlers.js';
import type { SignatureRequests } from './signature-requests/signature-requests.js';
import type { Shared } from './shared.js';

export type AppOptions = {
  readonly pool: Pool;
  readonly verdictKey: KeyObject;
  readonly now: () => Date;
  readonly onDecision: (decision: StoredDecision) => void;
  /** Called with the number of decision records that were not stored, and the reason. */
  readonly onDecisionsLost: (count: number, error: unknown) => void;
  /**
   * Called with the reason why the oldest decisions of an application could not be removed. They are removed
   * after the next ones.
   */
  readonly onOldDecisionsKept: (error: unknown) => void;
  /** Until when rows without a MAC count as written before there were MACs. */
  readonly adoptRowsUntilMs?: number | undefined;
  readonly onRowRefused: RowAlarm<'change' | 'event' | 'rules'>;
  /** The previous key, while the key is being changed. */
  readonly previousVerdictKey?: KeyObject | undefined;
  /** Identity's, for its statements about approvers. */
  readonly identityKeys: readonly KeyObject[];
};

export type App = {
  readonly handlers: Handlers<PolicyDefinition>;
  /** Resolves when all decisions made so far are stored. */
  readonly drain: () => Promise<void>;
  readonly sealRules: RuleSets['sealAll'];
  readonly startBackgroundWork: (logger: Pick<Logger, 'warn'>) => BackgroundWork;
};

/** No payload has this hash, so a dry run counts everything that was spent. */
const noPayload = new Uint8Array(32);

/** The whole service, composed from its dependencies. */
export function createApp(options: AppOptions): App {
  const { pool, verdictKey, now, onDecision } = options;
  const prove = decisionProver(verdictKey);
  const writer = createDecisionWriter({
    insert: async (batch) => insertDecisions(pool, batch, await prove(batch.map(({ json }) => json))),
    makeRoom: (id) => keepNewestDecisions(pool, id),
    onLost: options.onDecisionsLost,
    onRoomNotMade: options.onOldDecisionsKept,
    isOfContent: isRefusedByDatabase,
  });
  const decisions: DecisionWriter = {
    ...writer,
    write: (decided) => {
      onDecision(decided.decision);
      return writer.write(decided);
    },
  };
  const changeMac = rowMac(options, 'policy/change');
  const newId = () => newUuidV7(now().getTime());
  const outbox = { mac: changeMac, maker: acting, newId, now: () => now().getTime() };
  const shared: Shared = {
    ...{ pool, now, newId },
    forApplication: (applicationId, work) => inTransaction(pool, work, { applicationId }),
    decisions,
    requestSeal: createRequestSeal(secretsOf(options), requestCodec),
    eventStore: createEventStore(rowMac(options, 'policy/event')),
    recordIn: (client, applicationId) => changeOutbox(client, applicationId, outbox),
    maker: acting,
    ruleSets: createRuleSets(pool, createRuleSetGuard(rowMac(options, 'policy/rules'), options.onRowRefused)),
  };
  const mac = rowMac(options, 'policy/signature-request');
  const waiting = signatureRequests(shared, { mac, identityKeys: options.identityKeys });
  const ofSettings = settings(shared);
  const ofPolicies = policies(shared);
  const handlers: Handlers<PolicyDefinition> = {
    // No other key than the newest releases anything: what is not released counts as spent.
    ...evaluation(shared, options.onRowRefused, {
      verdictKey,
      releaseMac: rowMac({ verdictKey }, 'policy/verdict'),
      waiting,
    }),
    ...signatureRequestHandlers(waiting, now),
    ...ofSettings,
    ...ofPolicies,
    // Evaluations may use what they read for a while. A change is answered only after that.
    UpdateSettings: afterStaleReadsExpire(ofSettings.UpdateSettings),
    CreatePolicy: afterStaleReadsExpire(ofPolicies.CreatePolicy),
    UpdatePolicy: afterStaleReadsExpire(ofPolicies.UpdatePolicy),
    DeletePolicy: afterStaleReadsExpire(ofPolicies.DeletePolicy),
    ...warningHandlers(async (id, issuers) =>
      applicationWarnings(
        await shared.forApplication(id, (client) => shared.ruleSets.read(client, id)),
        issuers,
      ),
    ),
    ...events(shared, options.onRowRefused),
    ...outboxHandlers({
      database: pool,
      mac: changeMac,
      onForeign: (change) => {
        options.onRowRefused('change', change);
      },
    }),
    ...recordedDecisions(shared),
  };
  const { sealAll: sealRules } = shared.ruleSets;
  return {
    handlers,
    drain: decisions.drain,
    sealRules,
    startBackgroundWork: (logger) =>
      startBackgroundWork({ sealRules, deleteOldRecords: () => deleteOldRecords(pool, now()), logger }),
  };
}

function recordedDecisions({ decisions, forApplication, requestSeal }: Shared) {
  return decisionHandlers({
    list: async (applicationId, page) => {
      await decisions.drain();
      return forApplication(applicationId, (client) => listDecisions(client, applicationId, page));
    },
    find: async (applicationId, id) => {
      await decisions.drain();
      return forApplication(applicationId, (client) =>
        findDecision(client, applicationId, id, requestSeal.open),
      );
    },
  });
}

function evaluation(
  { pool, now, newId, forApplication, decisions, requestSeal, ruleSets }: Shared,
  onRowRefused: AppOptions['onRowRefused'],
  {
    verdictKey,
    releaseMac,
    waiting,
  }: {
    readonly verdictKey: KeyObject;
    readonly releaseMac: RowMac;
    readonly waiting: SignatureRequests;
  },
) {
  const mandateAt = createMandates(verdictKey);
  const addressOf = createKnownAddresses();
  const readCurrentVersions = currentVersionsReader(pool, onRowRefused);
  const rulesInForce = createRulesInForce(async (applicationId, before) => {
    const set = await forApplication(applicationId, (client) => ruleSets.read(client, applicationId));
    return { rules: await compileRuleSet(set, before), mac: set.mac };
  });
  const evaluateDeps: EvaluateDeps = {
    readCurrentVersions,
    setMinimumRecordVersion: (...args) => setMinimumRecordVersion(pool, ...args),
    rulesInForce,
    reserving: ({ applicationId, walletId }, reservation, windows, decideWith) =>
      forApplication(applicationId, async (client) => {
        await lockWallet(client, applicationId, walletId);
        const { payloadHash } = reservation;
        const decision = decideWith(await readSpent(client, applicationId, walletId, payloadHash, windows));
        if (decision.outcome === 'allow' || decision.outcome === 'require_mfa')
          await insertReservation(client, applicationId, walletId, reservation);
        return decision;
      }),
    addressOf,
    store: decisions.write,
    signatureRequests: waiting,
    sealRequest: requestSeal.seal,
    makeVerdict: (permission, signers, at) =>
      makeVerdict({ mandateAt, releaseMac }, permission, signers, Math.floor(at.getTime() / 1000)),
    now,
    newId,
  };
  const dryRunDeps: DryRunDeps = {
    readCurrentVersions,
    rulesInForce,
    findPolicy: (applicationId, policyId) =>
      forApplication(applicationId, (client) => policyStore.findPolicy(client, applicationId, policyId)),
    readSpent: (applicationId, walletId, windows) =>
      forApplication(applicationId, (client) =>
        readSpent(client, applicationId, walletId, noPayload, windows),
      ),
    now,
  };
  const decisionsDeps: DecisionsDeps = {
    ...dryRunDeps,
    listDecided: async (applicationId, page) => {
      await decisions.drain();
      return forApplication(applicationId, (client) =>
        listDecisionsWithRequests(client, applicationId, page),
      );
    },
    openRequest: requestSeal.open,
    addressOf,
  };
  return evaluationHandlers({
    evaluate: (request) => evaluate(evaluateDeps, request),
    releaseMac,
    dryRun: (request) => evaluateDryRun(dryRunDeps, request),
    evaluateDecisions: (request) => evaluateDecisions(decisionsDeps, request),
    release: (applicationId, reservationId) =>
      forApplication(applicationId, async (client) => {
        const walletId = await walletOfReservation(client, applicationId, reservationId);
        if (walletId === undefined) return false;
        await lockWallet(client, applicationId, walletId);
        return releaseReservation(client, applicationId, reservationId);
      }),
    setMinimumRecordVersion: afterStaleReadsExpire(evaluateDeps.setMinimumRecordVersion),
  });
}

function events({ forApplication, eventStore }: Shared, onRowRefused: AppOptions['onRowRefused']) {
  return eventHandlers({
    list: (applicationId, after, limit) =>
      forApplication(applicationId, (client) => eventStore.list(client, applicationId, after, limit)),
    end: (applicationId) => forApplication(applicationId, (client) => eventStore.end(client, applicationId)),
    onSuspect: (applicationId, suspect) => {
      onRowRefused('event', { applicationId, ...suspect });
    },
  });
}
