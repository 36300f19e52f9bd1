// Renders the events of bookings before a move. The log stores facts and renders them from the rows
// of its ledger, whose numbers change with the move. A moved event must read as before.

import type BetterSqlite3 from 'better-sqlite3';
import { isAsWritten, readFacts, type TransactionFacts } from '../transactions/event-facts.ts';

interface FactRow {
  readonly row: number;
  readonly sequence: number;
  readonly objectId: string;
  readonly data: string;
}

type StoredFacts = TransactionFacts & { readonly previous?: Readonly<Record<string, unknown>> };

const PAGE = 500;

export interface EventTexts {
  /** Renders the events since the last call. */
  renderNew(): void;
}

/**
 * Renders the events of a developer that contain a number of the ledger into `temp.event_texts` of
 * the connection that copies the rows.
 * @param source the current ledger of the developer
 */
export function renderEventTexts(
  source: BetterSqlite3.Database,
  target: BetterSqlite3.Database,
  order: { readonly tenantId: string; readonly livemode: boolean },
): EventTexts {
  const { tenantId, livemode } = order;
  target.exec(`DROP TABLE IF EXISTS temp.event_texts;
    CREATE TEMP TABLE event_texts
      (row INTEGER PRIMARY KEY, data TEXT NOT NULL, idempotency_key TEXT)`);
  const insert = target.prepare('INSERT INTO temp.event_texts VALUES (?, ?, ?)');
  const page = source.prepare<[string, number], FactRow>(
    `SELECT row, sequence, object_id AS objectId, data FROM events
     WHERE tenant_id = ? AND sequence > ? ORDER BY sequence LIMIT ${PAGE}`,
  );
  const database = { raw: source };
  let after = 0;

  function write(rows: readonly FactRow[]): void {
    const events = rows
      .filter(({ data }) => data.startsWith('{"facts":'))
      .map((row) => ({ row, facts: JSON.parse(row.data) as StoredFacts }))
      .filter(({ facts }) => facts.booked || facts.row?.ledgerSequence !== undefined);
    const read = readFacts(
      database,
      events.map(({ row, facts }) => ({ transactionId: row.objectId, facts })),
      livemode,
    );
    for (const [index, { row, facts }] of events.entries()) {
      const { view: object, idempotencyKey = null } = read[index] ?? {};
      if (!(object && isAsWritten(facts, object))) {
        throw new Error(`event ${row.sequence} of ${tenantId} does not read as it was written`);
      }
      const { previous } = facts;
      const data = JSON.stringify(previous ? { object, previous } : { object });
      insert.run(row.row, data, idempotencyKey);
    }
  }

  return {
    renderNew() {
      for (;;) {
        const rows = page.all(tenantId, after);
        write(rows);
        after = rows.at(-1)?.sequence ?? after;
        if (rows.length < PAGE) return;
      }
    },
  };
}
