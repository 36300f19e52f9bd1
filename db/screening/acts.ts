// Screening hits under lock: written with the customer that they are about, decided once. A pair of
// customer and entry that a person cleared is not asked about again while the name stays.

import type {
  HitDecision,
  HitDraft,
  HitStatus,
  ListMatch,
} from '../../ledger/decisions/screening.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintDated } from '../kernel/mint.ts';
import type { TxParts } from '../kernel/tx.ts';
import { type AgreedWriter, agreedWriter, type ClearanceOrder } from './agreed.ts';
import { screeningHits } from './tables.ts';
import { type ScreeningHitRow, type ScreeningHitView, screeningHitView } from './view.ts';

/** An external party, as a payment of a customer names it. */
export interface OutsideParty {
  readonly customerId: string;
  readonly tenantId: string;
  readonly transactionId: string;
}

export interface HitOrder {
  readonly hitId: string;
  readonly decision: HitDecision;
  readonly reason: string;
  readonly cause: Cause;
}

export interface HitWriter
  extends Pick<AgreedWriter, 'withdrawClearance' | 'rely' | 'withdrawRelied'> {
  /** Writes what is new about a customer; returns how many that are. */
  add(
    customer: { readonly id: string; readonly tenantId: string },
    found: readonly HitDraft[],
    cause: Cause,
  ): number;
  /** Writes what is new about who is outside; returns how many that are. */
  addParty(party: OutsideParty, found: readonly HitDraft[], cause: Cause): number;
  /** Hits of a customer that are not cleared: undecided or confirmed. */
  open(customerId: string): number;
  /** The same about an external party. */
  openParty(customerId: string, name: string): number;
  /** What a person made of an entry beside a name outside; null: none was asked. Also reads. */
  verdictOn(customerId: string, name: string, match: ListMatch): HitStatus | null;
  /** Two operators: the name outside is not the entry, whichever customer pays it or is paid. */
  clear(order: ClearanceOrder, cause: Cause): void;
  /** Writes down whether a customer is the one on a list. */
  decide(order: HitOrder): ScreeningHitView;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly livemode: boolean;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

/** Call its functions inside `database.write` only. */
export function hitWriter({ database, emit, livemode, now, clock }: Deps): HitWriter {
  const { raw } = database;
  const agreed = agreedWriter({ database, now });
  const insert = raw.prepare(
    `INSERT INTO screening_hits ${insertOf(screeningHits)} ON CONFLICT DO NOTHING`,
  );
  const byId = raw.prepare<[string], ScreeningHitRow>(
    `SELECT ${columnsOf(screeningHits)} FROM screening_hits WHERE id = ?`,
  );
  const uncleared = raw
    .prepare<[string], number>(
      `SELECT count(*) FROM screening_hits
       WHERE subject = 'customer' AND customer_id = ? AND status <> 'no_hit'`,
    )
    .pluck();
  const unclearedParty = raw
    .prepare<[string, string], number>(
      `SELECT count(*) FROM screening_hits WHERE subject = 'external_party' AND customer_id = ?
       AND screened_name = ? AND status <> 'no_hit'`,
    )
    .pluck();
  const said = raw
    .prepare<[string, string, string, string], HitStatus>(
      `SELECT status FROM screening_hits WHERE subject = 'external_party' AND customer_id = ?
       AND screened_name = ? AND list = ? AND entity_id = ?`,
    )
    .pluck();
  const update = raw.prepare(
    `UPDATE screening_hits SET status = @status, decided_by = @decidedBy, reason = @reason,
     version = @version, updated_at = @updatedAt WHERE id = @id`,
  );

  /** Returns how many of them are new. */
  function write(
    about: Pick<ScreeningHitRow, 'tenantId' | 'customerId' | 'subject' | 'transactionId'>,
    found: readonly HitDraft[],
    cause: Cause,
  ): number {
    let added = 0;
    for (const { features, programs, entryVersion: _, ...hit } of found) {
      const { id, at } = mintDated('screeningHit', about.tenantId, clock);
      const row: ScreeningHitRow = {
        ...hit,
        ...about,
        id,
        features: JSON.stringify(features),
        programs: JSON.stringify(programs),
        status: 'pending',
        decidedBy: null,
        reason: null,
        version: 1,
        createdAt: at,
        updatedAt: at,
      };
      if (insert.run(row).changes === 0) continue;
      added += 1;
      const object = screeningHitView(row, livemode);
      emit({ tenantId: row.tenantId, type: 'screening.hit', object, cause, at });
    }
    return added;
  }

  return {
    add({ id: customerId, tenantId }, found, cause) {
      const about = { tenantId, customerId, subject: 'customer', transactionId: null } as const;
      return write(about, found, cause);
    },
    addParty(party, found, cause) {
      const left = found.filter((hit) => !agreed.isCleared(hit.screenedName, hit));
      return write({ ...party, subject: 'external_party' }, left, cause);
    },
    open: (customerId) => uncleared.get(customerId) ?? 0,
    openParty: (customerId, name) => unclearedParty.get(customerId, name) ?? 0,
    verdictOn(customerId, name, match) {
      const own = said.get(customerId, name, match.list, match.entityId) ?? null;
      // What was said about this customer goes before what holds for all.
      if (own !== null && own !== 'pending') return own;
      return agreed.isCleared(name, match) ? 'no_hit' : own;
    },
    clear(order, cause) {
      const row = byId.get(order.hitId);
      if (!row) throw new Refusal('screening_hit_not_found');
      if (row.status === 'confirmed_hit') throw invalidState('The hit is already confirmed.');
      agreed.clear(order);
      if (row.status === 'pending') {
        decide({ hitId: row.id, decision: 'no_hit', reason: order.reason, cause });
      }
    },
    withdrawClearance: agreed.withdrawClearance,
    rely: agreed.rely,
    withdrawRelied: agreed.withdrawRelied,
    decide,
  };

  function decide({ hitId, decision, reason, cause }: HitOrder): ScreeningHitView {
    const row = byId.get(hitId);
    if (!row) throw new Refusal('screening_hit_not_found');
    if (row.status === decision) return screeningHitView(row, livemode);
    if (row.status !== 'pending') throw invalidState(`The hit is already ${row.status}.`);
    const next: ScreeningHitRow = {
      ...row,
      status: decision,
      decidedBy: cause.actor,
      reason,
      version: row.version + 1,
      updatedAt: Math.max(clock(row.tenantId), row.updatedAt),
    };
    update.run(next);
    const hit = screeningHitView(next, livemode);
    const { tenantId, updatedAt: at } = next;
    emit({ tenantId, type: 'screening.resolved', object: hit, cause, at });
    return hit;
  }
}
