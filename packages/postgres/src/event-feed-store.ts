import { genuineFeed, type Suspect } from './genuine-feed.js';

/** An event for applications. */
export type FeedEvent = {
  /** `evt_` and 32 hex digits. */
  readonly id: string;
  readonly type: string;
  readonly time: Date;
  /** Public facts as JSON. */
  readonly dataJson: string;
};

export type EventAtPosition = FeedEvent & { readonly position: bigint };

export type EventPage = {
  readonly events: readonly EventAtPosition[];
  readonly suspects: readonly Suspect[];
  /** The position to continue from. Undefined: where this page began. */
  readonly last: bigint | undefined;
};

export type EventEnd = { readonly position: bigint; readonly suspects: readonly Suspect[] };

/** Queries in a transaction for the application. */
export type FeedRows = {
  // The caller defines the type of a row, as with `pg`.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  readonly query: <Row extends object>(
    text: string,
    values: unknown[],
  ) => Promise<{ readonly rows: readonly Row[] }>;
};

/** The MACs that prove which rows the service wrote. */
export type FeedMac = {
  readonly of: (...parts: readonly MacPart[]) => Buffer;
  readonly fits: (mac: Uint8Array | null, ...parts: readonly MacPart[]) => boolean;
};
type MacPart = string | bigint | Date;

type Row = {
  position: bigint;
  event_id: string;
  type: string;
  time: Date;
  data_json: string;
  mac: Buffer | null;
  /**
   * How many bytes had been written to the feed in all, up to and including this event. 0: written before that was
   * counted.
   */
  written_to: bigint;
  /** The oldest position kept since this row was written. */
  kept_from: bigint;
};

const columns = 'position, event_id, type, time, data_json, mac, written_to, kept_from';
/** The number of foreign rows at the end of a feed beyond which its end is no longer reported. */
const mostSuspects = 500;
/** How much is kept of an application, including the overhead of each event. */
const keptBytes = 16n * 1024n * 1024n;
const bytesAround = 512n;

/**
 * The feed of one application's events, in the table `events` of a service's schema. `mac`: what proves that
 * a row was written by the service. The newest 16 MiB are kept, and the event that reaches over them: the row
 * that comes says from where, under its MAC, and the table's trigger removes what is older.
 */
export function eventFeed(rows: FeedRows, applicationId: string, mac: FeedMac, bytes = keptBytes) {
  const isGenuine = (row: Row): boolean => mac.fits(row.mac, ...partsOf(applicationId, row));
  const read = async (rest: string, ...values: unknown[]): Promise<readonly Row[]> =>
    (
      await rows.query<Row>(`select ${columns} from events where application_id = $1 ${rest}`, [
        applicationId,
        ...values,
      ])
    ).rows;
  const newestRows = (limit = mostSuspects) => read('order by position desc limit $2', limit);
  /** The newest row, and the newest one that the service wrote. */
  async function newestOf(): Promise<{ newest: Row | undefined; genuine: Row | undefined }> {
    const [newest] = await newestRows(1);
    const genuine = !newest || isGenuine(newest) ? newest : (await newestRows()).find(isGenuine);
    return { newest, genuine };
  }

  /** The last row to be removed must be genuine. Otherwise removed rows could pass for old ones. */
  async function keptFrom(writtenTo: bigint, before: bigint): Promise<bigint> {
    if (writtenTo <= bytes) return before;
    const [oldest] = await read(
      'and written_to <= $2 order by written_to desc, position desc limit 1',
      writtenTo - bytes,
    );
    return oldest && oldest.position >= before && isGenuine(oldest) ? oldest.position + 1n : before;
  }

  return {
    /**
     * MUST run in a transaction that has raised the application's revision: its row lock keeps positions
     * without gaps and in order.
     */
    async append({ id, type, time, dataJson }: FeedEvent): Promise<void> {
      const { newest, genuine } = await newestOf();
      const weight = BigInt(Buffer.byteLength(dataJson)) + bytesAround;
      const written_to = (genuine?.written_to ?? 0n) + weight;
      const row = {
        position: (newest?.position ?? 0n) + 1n,
        event_id: id,
        type,
        time,
        data_json: dataJson,
        written_to,
        kept_from: await keptFrom(written_to, genuine?.kept_from ?? 1n),
      };
      await rows.query(
        `insert into events (application_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ...[applicationId, row.position, id, type, time, dataJson],
          ...[mac.of(...partsOf(applicationId, row)), row.written_to, row.kept_from],
        ],
      );
    },

    /** Foreign rows and gaps are left out and reported. */
    async list(after: bigint, limit: number): Promise<EventPage> {
      const page = await read('and position > $2 order by position limit $3', after, limit);
      const hasGap = page.some(
        ({ position }, index) => position !== (page[index - 1]?.position ?? after) + 1n,
      );
      const newest = hasGap ? (await newestOf()).genuine : undefined;
      const { genuine, suspects } = genuineFeed(
        page.map((row) => ({ ...row, genuine: isGenuine(row) })),
        after,
        newest?.kept_from,
      );
      // After the last genuine one, so that nothing is skipped when a foreign row disappears again. A whole
      // page of foreign rows delays nobody.
      const last = genuine.at(-1) ?? (page.length === limit ? page.at(-1) : undefined);
      return { events: genuine.map(eventOf), suspects, last: last?.position };
    },

    /** The position of the last event that the service wrote. 0 if there is none. */
    async end(): Promise<EventEnd> {
      const newest = await newestRows();
      const last = newest.findIndex(isGenuine);
      if (last < 0 && newest.length === mostSuspects) throw new Error('the feed of events was flooded');
      const suspects = newest.slice(0, last < 0 ? newest.length : last);
      return {
        position: newest[last]?.position ?? 0n,
        suspects: suspects.map(({ position }) => ({ position, what: 'written' })),
      };
    },
  };
}

function eventOf({ position, event_id: id, type, time, data_json: dataJson }: Row): EventAtPosition {
  return { position, id, type, time, dataJson };
}

function partsOf(
  applicationId: string,
  { position, event_id, type, time, data_json, written_to, kept_from }: Omit<Row, 'mac'>,
) {
  const counted = written_to > 0n ? [written_to, kept_from] : [];
  return [applicationId, position, event_id, type, time, data_json, ...counted] as const;
}
