import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { List } from '@wallet-service/sdk/server';
import { pageOf, takeFrom } from '../lists.ts';
import { useFilters, useParameters, type Search } from './address.ts';
import type { Call } from '../call-text.ts';
import { Filters, type Filter } from './filters.tsx';
import { ListFoot, mostExported } from './list-foot.tsx';
import { News } from './news.tsx';
import { Screen } from './screen.tsx';
import { Empty, Failure } from './states.tsx';
import { Table, type Column } from './table.tsx';

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
  /** What else the screen asks of the API. */
  readonly moreCalls?: readonly Call[];
  readonly columns: readonly Column<Entry>[];
  readonly keyOf: (entry: Entry) => string;
  readonly filters?: readonly Filter[];
  /** The name of the query's cursor. Without, the list has one page. */
  readonly cursor?: 'after' | 'before';
  /** Whether new entries come first, so that the page can tell of them. */
  readonly hasNews?: boolean;
  readonly empty: string;
  /** What to do about an empty list. */
  readonly advice?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

/** A list of the API: filters and cursor are in the URL, and all of it can be exported. */
export function ListScreen<Entry, P extends Page<Entry>>(props: ListScreenProps<Entry, P>) {
  const { title, about, within, name, list, call, moreCalls = [] } = props;
  const { filters = [], cursor, actions, children } = props;
  const search = useFilters();
  const navigate = useNavigate();
  const names = [...filters.map((one) => one.name), ...(cursor ? [cursor] : [])];
  const query = Object.fromEntries(names.flatMap((one) => (search[one] ? [[one, search[one]]] : [])));
  const key = [...name, query];
  const asked = useQuery({
    queryKey: key,
    queryFn: () => pageOf(list({ ...query, ...(cursor && { limit: '50' }) } as never)),
    // The page before stays until the next one is here, and never that of another list.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey.slice(0, -1)) === JSON.stringify(name) ? before : undefined,
  });
  const change = (changed: Search): void => {
    void navigate({ to: '.', search: { ...search, ...changed } });
  };
  const isFiltered = filters.some((one) => search[one.name] !== undefined && search[one.name] !== '');
  return (
    <Screen
      title={title}
      about={about}
      within={within}
      actions={actions}
      calls={[call(textOf(query)), ...moreCalls]}
    >
      {!asked.isError && children}
      {filters.length > 0 && (
        <Filters
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
        <Listed
          {...props}
          page={asked.data}
          isOld={asked.isPlaceholderData}
          isFiltered={isFiltered}
          query={query}
          kept={key}
          onAsked={change}
        />
      )}
    </Screen>
  );
}

/** What is drawn of an answer, and what the answer is to. */
type Shown<Entry, P extends Page<Entry>> = ListScreenProps<Entry, P> & {
  readonly page: P | undefined;
  /** The page is the one before. */
  readonly isOld: boolean;
  readonly query: Search;
  readonly kept: readonly unknown[];
  readonly onAsked: (changed: Search) => void;
};

function Listed<Entry, P extends Page<Entry>>(props: Shown<Entry, P> & { readonly isFiltered: boolean }) {
  const { title, name, list, columns, keyOf, cursor, page, isOld, isFiltered, query, onAsked } = props;
  const { entries, next } = read(page);
  const pages = cursor && {
    isFirst: query[cursor] === undefined,
    onNext:
      next && !isOld
        ? () => {
            onAsked({ [cursor]: next });
          }
        : undefined,
  };
  return (
    <div className="panel list">
      {page && !isOld && entries.length === 0 ? (
        <Empty title={isFiltered ? `Nothing ${next ? 'on this page ' : ''}fits these filters` : props.empty}>
          {!isFiltered && props.advice}
        </Empty>
      ) : (
        <Table title={title} columns={columns} entries={page && entries} isOld={isOld} keyOf={keyOf} />
      )}
      <ListFoot
        file={name.at(-1) ?? 'list'}
        all={() => takeFrom(list(query as never), mostExported + 1)}
        news={<ListNews {...props} />}
        {...(pages && { pages })}
      />
    </div>
  );
}

function textOf(query: Search): string {
  const text = new URLSearchParams(query as Record<string, string>).toString();
  return text === '' ? '' : `?${text}`;
}

/** Of the first page, on which news appears. */
function ListNews<Entry, P extends Page<Entry>>({
  name,
  call,
  cursor = 'before',
  hasNews = false,
  keyOf,
  page,
  query,
  kept,
  onAsked,
}: Shown<Entry, P>) {
  const { app = '' } = useParameters();
  const queries = useQueryClient();
  if (!hasNews || query[cursor] !== undefined) return null;
  const { path } = call(textOf({ ...query, limit: '20' }));
  const isSame = (one: Entry, other: Entry): boolean => keyOf(one) === keyOf(other);
  return (
    <News
      key={path}
      app={app}
      list={path}
      shown={page && read(page).entries}
      keyOf={keyOf}
      onChanged={(entry) => {
        queries.setQueryData<P>(kept, (known) => known && replaced(known, entry, isSame));
      }}
      onAsked={() => {
        onAsked({ [cursor]: undefined });
        void queries.invalidateQueries({ queryKey: name });
      }}
    />
  );
}

function replaced<Entry, P extends Page<Entry>>(
  page: P,
  entry: Entry,
  isSame: (one: Entry, other: Entry) => boolean,
): P {
  const { entries } = read<Entry>(page);
  const changed = entries.map((one) => (isSame(one, entry) ? entry : one));
  return (Array.isArray(page) ? changed : { ...(page as object), data: changed }) as unknown as P;
}

function read<Entry>(page: Page<Entry> | undefined): {
  readonly entries: readonly Entry[];
  readonly next: string | null | undefined;
} {
  if (page === undefined) return { entries: [], next: undefined };
  if ('data' in page) return { entries: page.data, next: page.next };
  return { entries: page, next: undefined };
}
