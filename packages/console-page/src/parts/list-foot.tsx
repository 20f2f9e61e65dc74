import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { save, toCsv, toNdjson } from '../export.ts';

const kinds = [
  ['NDJSON', 'ndjson', 'application/x-ndjson', toNdjson],
  ['CSV', 'csv', 'text/csv', toCsv],
] as const;

export const mostExported = 10_000;

/** Under a list: its export, news of it, and its pages. */
export function ListFoot({
  file,
  all,
  isIn = () => true,
  news,
  pages,
}: {
  readonly file: string;
  /** As many as a file may have, and one more if there are more. */
  readonly all: () => Promise<readonly unknown[]>;
  /** Whether an entry of them is shown, and belongs in the file. */
  readonly isIn?: (entry: unknown) => boolean;
  readonly news?: ReactNode;
  readonly pages?: {
    /** What they are pages of, if the screen has more than one list. */
    readonly of?: string;
    readonly isFirst: boolean;
    readonly onNext: (() => void) | undefined;
  };
}) {
  const exporting = useMutation({
    mutationFn: async ([, extension, type, textOf]: (typeof kinds)[number]) => {
      const found = await all();
      save(`${file}.${extension}`, type, textOf(found.slice(0, mostExported).filter(isIn)));
      return found.length > mostExported;
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
      {exporting.data === true && (
        <Dialog title="The file does not have all" onClose={exporting.reset}>
          <p>
            It is of the first {mostExported.toLocaleString()} entries of the list, and there are more. For
            the rest, narrow the filters and export again, or read all pages with the API call that is shown
            on this screen.
          </p>
          <div className="actions">
            <button type="button" className="primary" onClick={exporting.reset}>
              Close
            </button>
          </div>
        </Dialog>
      )}
      {news}
      {pages && (
        <span role="navigation" aria-label={pages.of === undefined ? 'Pages' : `Pages of ${pages.of}`}>
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
