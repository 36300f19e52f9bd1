// What the database has lost of a ledger is written down, each developer hears of its own, and a log
// whose signed leaves are gone signs nothing more until an operator has it begin anew.

import type { eventLog } from '../events/acts.ts';
import type { Database } from '../kernel/connect.ts';
import { mint } from '../kernel/mint.ts';
import type { Loss, LostRecord } from '../postgres/loss.ts';
import { timestamp } from '../transactions/view.ts';

/** Records that one event names. */
const MOST_IN_EVENT = 100;

export interface Restart {
  /** Who has the log begin anew, and why. */
  readonly by: string;
  readonly reason: string;
}

export interface LossActs {
  /** Null where it was written down before, or another process has told all of it. */
  note(loss: Loss): string | null;
  /** Has the log begin anew; returns the size that it has then, null where it was not stopped. */
  restartLog(restart: Restart): number | null;
}

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly livemode: boolean;
  readonly now: () => number;
}

/** Call its functions inside `database.write` only. */
export function lossWriter({ database, emit, livemode, now }: Deps): LossActs {
  const { raw } = database;
  const insert = raw.prepare(
    `INSERT INTO losses (id, found_at, from_number, from_mark, to_number, list_file, lost,
       signed_size, kept_size)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (from_mark) DO NOTHING`,
  );
  const insertRecord = raw.prepare(
    'INSERT INTO lost_records (kind, id, loss_id, tenant) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const isThere = {
    transaction: raw.prepare('SELECT 1 FROM transactions WHERE id = ?'),
    event: raw.prepare('SELECT 1 FROM events WHERE id = ?'),
    delivery: raw.prepare('SELECT 1 FROM deliveries WHERE id = ?'),
  };
  const restart = raw.prepare(
    `UPDATE losses SET restarted_at = ?, restarted_by = ?, reason = ?
     WHERE signed_size IS NOT NULL AND restarted_at IS NULL`,
  );
  const kept = raw
    .prepare<[], number | null>(
      'SELECT min(kept_size) FROM losses WHERE signed_size IS NOT NULL AND restarted_at IS NULL',
    )
    .pluck();

  function emitOf(id: string, { log }: Loss, tenantId: string, all: readonly LostRecord[]): void {
    for (let from = 0, version = 1; from < all.length; from += MOST_IN_EVENT, version += 1) {
      const some = all.slice(from, from + MOST_IN_EVENT);
      const named = (kind: LostRecord['kind']) =>
        some.flatMap((one) => (one.kind === kind ? [one.id] : []));
      const at = timestamp(now());
      const object = {
        id,
        object: 'loss',
        livemode,
        transactions: named('transaction'),
        events: named('event'),
        deliveries: named('delivery'),
        log,
        version,
        createdAt: at,
        updatedAt: at,
      };
      const cause = { actor: 'workflow', requestId: id, idempotencyKey: null };
      emit({ tenantId, type: 'records.lost', object, cause });
    }
  }

  return {
    note(loss) {
      const id = mint('loss');
      const { from, to, file, lost, log } = loss;
      const sizes = [log?.signedSize ?? null, log?.keptSize ?? null];
      const facts = [id, now(), from.number, from.mark, to.number, file, JSON.stringify(lost)];
      if (insert.run(...facts, ...sizes).changes === 0) return null;
      const news = new Map<string, LostRecord[]>();
      for (const one of loss.records) {
        // A process that was ahead of the list has it again by now.
        if (isThere[one.kind].get(one.id) !== undefined) continue;
        if (insertRecord.run(one.kind, one.id, id, one.tenantId).changes === 0) continue;
        const known = news.get(one.tenantId);
        if (known) known.push(one);
        else news.set(one.tenantId, [one]);
      }
      for (const [tenantId, records] of news) emitOf(id, loss, tenantId, records);
      return id;
    },
    restartLog({ by, reason }) {
      const size = kept.get() ?? null;
      if (size !== null) restart.run(now(), by, reason);
      return size;
    },
  };
}
