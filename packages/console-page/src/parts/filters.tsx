import { useEffect, useRef } from 'react';
import { fieldOf } from '../form.ts';
import { localTimeOf, secondsOf } from '../local-time.ts';
import type { Search } from './address.ts';

/** A filter of the list: a name of the API's query. */
export type Filter = {
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** In the address, Unix seconds. */
  readonly isTime?: boolean;
};

/** The filters of a list. They are in the address, and what is typed counts with the button or Enter. */
export function Filters({
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
  const form = useRef<HTMLFormElement>(null);
  // The form stays as it is, and so does the focus, when the address changes.
  useEffect(() => {
    for (const filter of filters) {
      const control = form.current?.elements.namedItem(filter.name);
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
        control.value = shownOf(filter, search);
    }
  }, [filters, search]);
  return (
    <form
      ref={form}
      className="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget: given } = event;
        onChange(Object.fromEntries(filters.map((filter) => [filter.name, givenIn(given, filter)])));
      }}
    >
      {filters.map((filter) => (
        <label key={filter.name} className="field">
          <span>{filter.label}</span>
          <Control of={filter} shown={shownOf(filter, search)} />
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

function Control({
  of: { name, choices, isTime = false },
  shown,
}: {
  readonly of: Filter;
  readonly shown: string;
}) {
  if (choices)
    return (
      <select
        name={name}
        defaultValue={shown}
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
    );
  if (isTime) return <input name={name} type="datetime-local" step={1} defaultValue={shown} />;
  return <input name={name} defaultValue={shown} autoComplete="off" spellCheck={false} />;
}

function shownOf({ name, isTime = false }: Filter, search: Search): string {
  return isTime ? localTimeOf(search[name]) : (search[name] ?? '');
}

function givenIn(form: HTMLFormElement, { name, isTime = false }: Filter): string | undefined {
  const text = fieldOf(form, name);
  return (isTime ? secondsOf(text) : text) || undefined;
}
