// The figures of a plot as a table, for whoever does not see it or wants them exactly.

import { type Column, Table } from './show.tsx';

interface FiguresProps<T> {
  readonly of: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
}

export function Figures<T>({ of, rows, columns }: FiguresProps<T>) {
  return (
    <details>
      <summary>The figures: {of}</summary>
      <Table caption={of} none="There are none." rows={rows} columns={columns} />
    </details>
  );
}
