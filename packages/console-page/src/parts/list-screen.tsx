import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { List } from '@wallet-service/sdk/server';
import { fieldOf } from '../form.ts';
import { pageOf, takeFrom } from '../api.ts';
import { useFilters, type Search } from './address.ts';
import { ApiCall, type Call } from './api-call.tsx';
import { Empty, Failure, Skeleton } from './states.tsx';
import { Screen } from './screen.tsx';

export type Column<Entry> = { readonly title: string; readonly cell: (entry: Entry) => ReactNode };

/** A filter of the list: a name of the API's query. */
export type Filter = {
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly (readonly [value: string, label: string])[];
};

type Page<Entry> = readonly Entry[] | { readonly data: readonly Entry[]; readonly next?: string | null };

export type ListScreenProps<Entry, P extends Page<Entry>> = {
  readonly title: string;
  readonly about: string;
  /** Under which answers are kept, with the filters. */
  readonly name: readonly string[];
  /** `query`: from the URL, as it is. The service says what is wrong with it. */
  readonly list: (query: never) => List<Entry, P>;
  readonly call: (query: string) => Call;
  readonly columns: readonly Column<Entry>[];
  readonly keyOf: (entry: Entry) => string;
  readonly filters?: readonly Filter[];
  /** The name of the query's cursor. Without, the list has one page. */
  readonly cursor?: 'after' | 'before';
  readonly empty: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

const mostExported = 10_000;

/** A list of the API: filters and cursor are in the URL, and all of it can be exported. */
export function ListScreen<Entry, P extends Page<Entry>>(props: ListScreenProps<Entry, P>) {
  const { title, about, name, list, call, filters = [], cursor, actions, children } = props;
  const search = useFilters();
  const navigate = useNavigate();
  const names = [...filters.map((one) => one.name), ...(cursor ? [cursor] : [])];
  const query = Object.fromEntries(names.flatMap((one) => (search[one] ? [[one, search[one]]] : [])));
  const asked = useQuery({
    queryKey: [...name, query],
    queryFn: () => pageOf(list({ ...query, ...(cursor && { limit: '50' }) } as never)),
  });
  const change = (changed: Search): void => {
    void navigate({ to: '.', search: { ...search, ...changed } });
  };
  const exportAll = async (): Promise<void> => {
    const entries = await takeFrom(list(query as never), mostExported);
    save(`${name.at(-1) ?? 'list'}.ndjson`, entries.map((entry) => JSON.stringify(entry)).join('\n'));
  };
  const text = new URLSearchParams(query).toString();
  const { entries, next } = read(asked.data);
  return (
    <Screen title={title} about={about} actions={actions}>
      {children}
      <div className="toolbar">
        <Filters
          filters={filters}
          search={search}
          onChange={(changed) => {
            change({ ...changed, [cursor ?? '']: undefined });
          }}
        />
        <button type="button" onClick={() => void exportAll()}>
          Export
        </button>
      </div>
      {asked.isPending && <Skeleton />}
      {asked.isError && <Failure error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isSuccess && <Entries {...props} entries={entries} />}
      {cursor !== undefined && (
        <nav className="pager" aria-label="Pages">
          <button
            type="button"
            disabled={!search[cursor]}
            onClick={() => {
              history.back();
            }}
          >
            Back
          </button>
          <button
            type="button"
            disabled={!next}
            onClick={() => {
              change({ [cursor]: next ?? undefined });
            }}
          >
            Next
          </button>
        </nav>
      )}
      <ApiCall calls={[call(text === '' ? '' : `?${text}`)]} />
    </Screen>
  );
}

function Entries<Entry, P extends Page<Entry>>({
  entries,
  columns,
  keyOf,
  empty,
  title,
}: ListScreenProps<Entry, P> & { readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return <Empty title={empty} />;
  return (
    <div className="table" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={keyOf(entry)}>
              {columns.map((column) => (
                <td key={column.title}>{column.cell(entry)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Filters({
  filters,
  search,
  onChange,
}: {
  readonly filters: readonly Filter[];
  readonly search: Search;
  readonly onChange: (changed: Search) => void;
}) {
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        onChange(Object.fromEntries(filters.map(({ name }) => [name, fieldOf(form, name) || undefined])));
      }}
    >
      {filters.map(({ name, label, choices }) => (
        <label key={name}>
          <span>{label}</span>
          {choices ? (
            <select name={name} defaultValue={search[name] ?? ''}>
              <option value="">All</option>
              {choices.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          ) : (
            <input name={name} defaultValue={search[name] ?? ''} autoComplete="off" spellCheck={false} />
          )}
        </label>
      ))}
      {filters.length > 0 && <button type="submit">Filter</button>}
    </form>
  );
}

function read<Entry>(page: Page<Entry> | undefined): {
  readonly entries: readonly Entry[];
  readonly next: string | null | undefined;
} {
  if (page === undefined) return { entries: [], next: undefined };
  if ('data' in page) return { entries: page.data, next: page.next };
  return { entries: page, next: undefined };
}

/** Gives the browser a file. */
export function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
