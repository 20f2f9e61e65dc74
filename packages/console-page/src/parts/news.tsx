import { useState } from 'react';
import { useEntries } from '../live.ts';

/** The stream has the newest entries alone. */
const most = 20;

/**
 * How many entries have come since the list was read. They are shown when the person asks, so that what they read stays
 * where it is.
 */
export function News<Entry>({
  app,
  list,
  shown,
  keyOf,
  onChanged,
  onAsked,
}: {
  readonly app: string;
  readonly list: string;
  /** Undefined: they are to come. */
  readonly shown: readonly Entry[] | undefined;
  readonly keyOf: (entry: Entry) => string;
  /** An entry that is shown has changed. */
  readonly onChanged: (entry: Entry) => void;
  readonly onAsked: () => void;
}) {
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const known = new Set(shown?.map(keyOf));
  useEntries(app, list, (entry) => {
    const key = keyOf(entry as Entry);
    if (known.has(key)) onChanged(entry as Entry);
    else setTold((before) => new Set(before).add(key));
  });
  const fresh = shown ? [...told].filter((key) => !known.has(key)).length : 0;
  return (
    <span role="status">
      {fresh > 0 && (
        <button type="button" className="compact primary" onClick={onAsked}>
          {`${fresh < most ? fresh : `${most}+`} new`}
        </button>
      )}
    </span>
  );
}
