// The rows of operators' acts: the audit entry of each request, and the entry of its end. An act
// without the second entry is running or was interrupted.

import { eq, isNull, type SQL } from 'drizzle-orm';
import type { Database } from '../kernel/connect.ts';
import { hasActWritten } from '../kernel/current-act.ts';
import { audit, auditActs } from './tables.ts';

/** An act with the entry that was written before it. */
export type OpenAct = Pick<typeof auditActs.$inferSelect, 'id' | 'asked' | 'process'> &
  Pick<typeof audit.$inferSelect, 'at' | 'actor' | 'action' | 'objectId' | 'environment'>;

export interface ActStore {
  /** Records the start of an act. Call it only inside a write, like `end`. */
  begin(act: Pick<OpenAct, 'id' | 'asked' | 'process'>): void;
  /** @param ended number of the audit entry about the end */
  end(id: string, ended: number): void;
  find(id: string): (OpenAct & { readonly ended: number | null }) | null;
  /** Returns the oldest acts without an end. */
  open(limit: number): OpenAct[];
  /** True when the act has written something in this database. */
  isMarked(id: string): boolean;
}

/** Returns the functions that read and write the rows of acts. */
export function createActStore({ orm, raw }: Pick<Database, 'orm' | 'raw'>): ActStore {
  const { at, actor, action, objectId, environment } = audit;
  const { id, asked, process } = auditActs;
  const { ended } = auditActs;
  const actsWhere = (condition: SQL) =>
    orm
      .select({ id, asked, ended, process, at, actor, action, objectId, environment })
      .from(auditActs)
      .innerJoin(audit, eq(audit.id, asked))
      .where(condition)
      .orderBy(asked);
  return {
    begin: (act) =>
      void orm
        .insert(auditActs)
        .values({ ...act, ended: null })
        .run(),
    end: (actId, entry) =>
      void orm.update(auditActs).set({ ended: entry }).where(eq(id, actId)).run(),
    find: (actId) => actsWhere(eq(id, actId)).get() ?? null,
    open: (limit) => actsWhere(isNull(ended)).limit(limit).all(),
    isMarked: (actId) => hasActWritten({ raw }, actId),
  };
}
