import { chakra } from '@chakra-ui/react/styled-system';
import { Download } from 'lucide-react';
import { csvLine, csvMark } from '#machines/domain/values/csv.ts';
import { GuardedButton } from '../fields/GuardedButton.tsx';
import type { DataTableColumn } from './use-data-table.ts';

/** Column of a table and of its CSV file, where `unit` is part of the header. */
export type FileColumn<Row> = DataTableColumn<Row> & {
  unit?: string;
  /** Value in the file; default: `searchValue`, else `sortValue`. */
  inFile?: (row: Row) => number | null;
};

/** Downloads a file through the browser. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads the rows of a table as CSV. */
export function downloadRows<Row>(
  title: string,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): void {
  const lines = [
    columns.map(({ header, unit }) => (unit === undefined ? header : `${header} (${unit})`)),
    ...rows.map((row) =>
      columns.map(
        ({ inFile, sortValue, searchValue }) => (inFile ?? searchValue ?? sortValue)?.(row) ?? null,
      ),
    ),
  ];
  const text = csvMark + lines.map(csvLine).join('');
  downloadFile(`${title}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

interface DownloadButtonProps {
  /** Label of the button while rows are loaded; false otherwise. */
  busy?: string | false;
  onClick: () => void;
}

export const DownloadButton = ({ busy = false, onClick }: DownloadButtonProps) => (
  <chakra.div _print={{ display: 'none' }}>
    <GuardedButton variant="outline" size="sm" icon={Download} busy={busy} onClick={onClick}>
      Descargar
    </GuardedButton>
  </chakra.div>
);
