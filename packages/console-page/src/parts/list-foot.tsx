import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { save, toCsv, toNdjson } from '../export.ts';

const kinds = [
  ['NDJSON', 'ndjson', 'application/x-ndjson', toNdjson],
  ['CSV', 'csv', 'text/csv', toCsv],
] as const;

/** Under a list: its export, news of it, and its pages. */
export function ListFoot({
  file,
  all,
  news,
  pages,
}: {
  readonly file: string;
  readonly all: () => Promise<readonly unknown[]>;
  readonly news?: ReactNode;
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
      {news}
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
