// The figures of a plot as a table, for readers who do not see it or want exact figures.

import { type Column, Table } from './show.tsx';

interface FiguresProps<T> {
  readonly title: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
}

export function Figures<T>({ title, rows, columns }: FiguresProps<T>) {
  return (
    <details>
      <summary>Data: {title}</summary>
      <Table caption={title} emptyText="There are none." rows={rows} columns={columns} />
    </details>
  );
}
