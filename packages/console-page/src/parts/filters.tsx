import { useEffect, useRef } from 'react';
import { fieldOf } from '../form.ts';
import type { Search } from './address.ts';

/** A filter of the list: a name of the API's query. */
export type Filter = {
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly (readonly [value: string, label: string])[];
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
    for (const { name } of filters) {
      const control = form.current?.elements.namedItem(name);
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
        control.value = search[name] ?? '';
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
        onChange(Object.fromEntries(filters.map(({ name }) => [name, fieldOf(given, name) || undefined])));
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
