// The parts of a subject in the move of a developer: the place of its rows, and the work that has to
// end first.

import type BetterSqlite3 from 'better-sqlite3';

/** A row without a tenant belongs to a row of another table, by a column. */
export interface Part {
  readonly column: string;
  readonly of: string;
}

/** A kind of open work that prevents a move. */
export interface OpenKind {
  readonly subject: string;
  readonly remedy: string;
  /** Query for the rows of open work; the first column identifies a row, `@tenantId` is bound. */
  readonly sql: string;
}

/** An obstacle that waiting for the developer's work does not remove. */
export interface Obstacle {
  readonly subject: string;
  readonly remedy: string;
  /** @param target the new ledger, to which the old one is attached as `source` */
  isThere(target: BetterSqlite3.Database): boolean;
}

export interface MovedTables {
  /** Tables without a tenant. */
  readonly parts?: Readonly<Record<string, Part>>;
  /** Tables that a move does not carry: rows of the developer in them prevent it. */
  readonly notMoved?: readonly string[];
  /** Tables that belong to the ledger and not to a developer. */
  readonly ofLedger?: readonly string[];
  /** Columns whose value changes on arrival: SQL over the row `s`, by table. */
  readonly renumbered?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Work that must end before the pause of the developer's writes. */
  readonly lasting?: readonly OpenKind[];
  /** Work that ends by itself shortly after the last write. `@now` is bound. */
  readonly passing?: readonly OpenKind[];
  readonly obstacles?: readonly Obstacle[];
}

/** SQL of the number of an arriving event in the new ledger. */
export function arrivedRow(column: string): string {
  return `(SELECT row FROM temp.happened WHERE old_row = ${column})`;
}
