import type { ReactNode } from 'react';

export type Column<Entry> = { readonly title: string; readonly cell: (entry: Entry) => ReactNode };

const waiting = 8;

/** Roles say it once more, because on a phone each row is drawn as a card. `entries` undefined: they are to come. */
export function Table<Entry>({
  title,
  columns,
  entries,
  isOld = false,
  keyOf,
}: {
  readonly title: string;
  readonly columns: readonly Column<Entry>[];
  readonly entries: readonly Entry[] | undefined;
  /** They are of the page before, and others are to come. */
  readonly isOld?: boolean;
  readonly keyOf: (entry: Entry) => string;
}) {
  return (
    <div
      className="table"
      tabIndex={0}
      role="region"
      aria-label={title}
      aria-busy={entries === undefined || isOld}
    >
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.title} scope="col" role="columnheader">
                {column.title === 'Actions' ? <span className="unseen">Actions</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {entries?.map((entry) => (
            <tr key={keyOf(entry)} role="row">
              {columns.map((column) => (
                <td
                  key={column.title}
                  role="cell"
                  data-title={column.title === 'Actions' ? '' : column.title}
                >
                  <div>{column.cell(entry)}</div>
                </td>
              ))}
            </tr>
          )) ?? <Bones columns={columns.map(({ title: name }) => name)} />}
        </tbody>
      </table>
    </div>
  );
}

function Bones({ columns }: { readonly columns: readonly string[] }) {
  return Array.from({ length: waiting }, (_, row) => (
    <tr key={row} role="row">
      {columns.map((name, at) => (
        <td key={name} role="cell" data-title={name === 'Actions' ? '' : name}>
          <span className={(row + at) % 3 === 0 ? 'bone bone-short' : 'bone'} />
        </td>
      ))}
    </tr>
  ));
}
