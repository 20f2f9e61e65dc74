import type { Pool, PoolClient } from 'pg';
import type { ChangeMaker, RecordChange } from '@wallet-service/postgres';
import type { RequestSeal } from './decisions/request-seal.js';
import type { DecisionWriter } from './decisions/decision-writer.js';
import type { createEventStore } from './events/event-store.js';
import type { RuleSets } from './revisions/rule-set-store.js';

/** What the parts of the service share. */
export type Shared = {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly forApplication: <Result>(
    applicationId: string,
    work: (client: PoolClient) => Promise<Result>,
  ) => Promise<Result>;
  readonly decisions: DecisionWriter;
  readonly requestSeal: RequestSeal;
  readonly eventStore: ReturnType<typeof createEventStore>;
  /** For the journal: in the name of whoever called. */
  readonly recordIn: (client: PoolClient, applicationId: string) => RecordChange;
  /** Whose call is being answered. */
  readonly maker: () => ChangeMaker | undefined;
  readonly ruleSets: RuleSets;
};
