/** What stops an application, or its journal, until an operator accepts it. */
export type OpenStop = {
  readonly lossId: string;
  readonly applicationId: string;
  readonly reason: string;
  readonly details: string;
  readonly wallets: number;
  readonly entries: number;
};

/** What is stopped until an operator accepts it. `everyApplication` may be among them. */
export type Stops = {
  /** Nothing is done for these. */
  readonly applications: ReadonlySet<string>;
  /** Nothing is written to the journals of these, so nothing is signed. They may be read. */
  readonly journals: ReadonlySet<string>;
  readonly rows: readonly OpenStop[];
};

export function stopsOf(rows: readonly OpenStop[]): Stops {
  const ids = (ofJournal: boolean): ReadonlySet<string> =>
    new Set(
      rows
        .filter(({ reason }) => (reason !== 'confirmed-lost') === ofJournal)
        .map(({ applicationId }) => applicationId),
    );
  return { applications: ids(false), journals: ids(true), rows };
}

/** Each row once. Of two with the same key, the one of `rows`. */
export function withStops(others: readonly OpenStop[], rows: readonly OpenStop[]): readonly OpenStop[] {
  const keys = new Set(rows.map(keyOfStop));
  return [...others.filter((row) => !keys.has(keyOfStop(row))), ...rows];
}

/** What was known and is not open. A row whose reason was changed is another stop: it would be lifted another way. */
export function goneOf(known: readonly OpenStop[], open: readonly OpenStop[]): readonly OpenStop[] {
  const reasons = new Map(open.map((row) => [keyOfStop(row), row.reason]));
  return known.filter((row) => reasons.get(keyOfStop(row)) !== row.reason);
}

/** The primary key of the table `losses`: the role of the service can write the same loss for another application. */
export function keyOfStop({ applicationId, lossId }: Pick<OpenStop, 'applicationId' | 'lossId'>): string {
  return `${applicationId} ${lossId}`;
}
