import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { List } from '@wallet-service/sdk/server';
import { pageOf, takeFrom } from '../lists.ts';
import { save, toCsv, toNdjson } from '../export.ts';
import { fieldOf } from '../form.ts';
import { useFilters, type Search } from './address.ts';
import { ApiCall, type Call } from './api-call.tsx';
import { Screen } from './screen.tsx';
import { Empty, Failure } from './states.tsx';
import { Table, type Column } from './table.tsx';

/** A filter of the list: a name of the API's query. */
export type Filter = {
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly (readonly [value: string, label: string])[];
};

type Page<Entry> = readonly Entry[] | { readonly data: readonly Entry[]; readonly next?: string | null };

export type ListScreenProps<Entry, P extends Page<Entry>> = {
  readonly title: string;
  readonly about: ReactNode;
  readonly within?: { readonly title: string; readonly to: string };
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
  /** What to do about an empty list. */
  readonly advice?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** A list of the API: filters and cursor are in the URL, and all of it can be exported. */
export function ListScreen<Entry, P extends Page<Entry>>(props: ListScreenProps<Entry, P>) {
  const { title, about, within, name, list, call, filters = [], cursor, actions, children } = props;
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
  const text = new URLSearchParams(query).toString();
  const { entries, next } = read(asked.data);
  const isFiltered = filters.some((one) => search[one.name] !== undefined && search[one.name] !== '');
  return (
    <Screen title={title} about={about} within={within} actions={actions}>
      {children}
      {filters.length > 0 && (
        <Filters
          key={text}
          filters={filters}
          search={search}
          isFiltered={isFiltered}
          onChange={(changed) => {
            change({ ...changed, [cursor ?? '']: undefined });
          }}
        />
      )}
      {asked.isError ? (
        <Failure error={asked.error} retry={() => void asked.refetch()} />
      ) : (
        <div className="panel">
          {asked.isSuccess && entries.length === 0 ? (
            <Empty title={isFiltered ? 'Nothing fits these filters' : props.empty}>
              {!isFiltered && props.advice}
            </Empty>
          ) : (
            <Table
              title={title}
              columns={props.columns}
              entries={asked.data && entries}
              keyOf={props.keyOf}
            />
          )}
          <Foot
            file={name.at(-1) ?? 'list'}
            all={() => takeFrom(list(query as never), mostExported)}
            {...(cursor && {
              pages: {
                isFirst: !search[cursor],
                onNext: next
                  ? () => {
                      change({ [cursor]: next });
                    }
                  : undefined,
              },
            })}
          />
        </div>
      )}
      <ApiCall calls={[call(text === '' ? '' : `?${text}`)]} />
    </Screen>
  );
}

const mostExported = 10_000;
const kinds = [
  ['NDJSON', 'ndjson', 'application/x-ndjson', toNdjson],
  ['CSV', 'csv', 'text/csv', toCsv],
] as const;

function Foot({
  file,
  all,
  pages,
}: {
  readonly file: string;
  readonly all: () => Promise<readonly unknown[]>;
  readonly pages?: { readonly isFirst: boolean; readonly onNext: (() => void) | undefined };
}) {
  const exporting = useMutation({
    mutationFn: async ([, extension, type, textOf]: (typeof kinds)[number]) => {
      save(`${file}.${extension}`, type, textOf(await all()));
    },
  });
  return (
    <div className="pager">
      <span className="quiet small">
        {exporting.isError ? 'It could not be exported: ' : 'Export '}
        {kinds.map((kind) => (
          <button
            key={kind[0]}
            type="button"
            className="plain compact"
            disabled={exporting.isPending}
            onClick={() => {
              exporting.mutate(kind);
            }}
          >
            {kind[0]}
          </button>
        ))}
      </span>
      {pages && (
        <span role="navigation" aria-label="Pages">
          <button
            type="button"
            className="compact"
            disabled={pages.isFirst}
            onClick={() => {
              history.back();
            }}
          >
            Back
          </button>
          <button type="button" className="compact" disabled={!pages.onNext} onClick={pages.onNext}>
            Next
          </button>
        </span>
      )}
    </div>
  );
}

function Filters({
  filters,
  search,
  isFiltered,
  onChange,
}: {
  readonly filters: readonly Filter[];
  readonly search: Search;
  readonly isFiltered: boolean;
  readonly onChange: (changed: Search) => void;
}) {
  return (
    <form
      className="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        onChange(Object.fromEntries(filters.map(({ name }) => [name, fieldOf(form, name) || undefined])));
      }}
    >
      {filters.map(({ name, label, choices }) => (
        <label key={name} className="field">
          <span>{label}</span>
          {choices ? (
            <select
              name={name}
              defaultValue={search[name] ?? ''}
              onChange={(event) => {
                event.target.form?.requestSubmit();
              }}
            >
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
      <div className="actions">
        <button type="submit">Filter</button>
        {isFiltered && (
          <button
            type="button"
            className="plain"
            onClick={() => {
              onChange(Object.fromEntries(filters.map(({ name }) => [name, undefined])));
            }}
          >
            Clear
          </button>
        )}
      </div>
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
