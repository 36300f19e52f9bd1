// The rows of operators, their keys, and the approvals that need two operators. identity/ decides
// by them.

import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { approvals, operatorGrants, operatorKeys, operators } from './tables.ts';

export type Operator = typeof operators.$inferSelect;
export type OperatorKey = typeof operatorKeys.$inferSelect;
/** An approval by a second operator that concerns neither a payment nor a freeze. */
export type PlatformApproval = typeof approvals.$inferSelect;

export type OperatorGrant = typeof operatorGrants.$inferSelect;

/** An operator, with the expiry of the presented key. */
export type OperatorWithKey = Operator & Pick<OperatorKey, 'expiresAt'>;

export interface OperatorFilter extends PageOrder {
  readonly status?: Operator['status'] | undefined;
}

export interface PlatformApprovalFilter extends PageOrder {
  readonly environment: PlatformApproval['environment'];
  readonly status?: PlatformApproval['status'] | undefined;
}

/** Reads and writes operators. Call the writing functions only inside `database.write`. */
export function createOperatorStore({ orm, raw }: Database) {
  const byKey = raw.prepare<[Buffer], OperatorWithKey>(
    `SELECT ${columnsOf(operators, 'o')}, k.expires_at AS expiresAt FROM operator_keys k
     JOIN operators o ON o.id = k.operator_id WHERE k.key_hash = +?`,
  );
  const byKeyId = raw.prepare<[string], OperatorWithKey>(
    `SELECT ${columnsOf(operators, 'o')}, k.expires_at AS expiresAt FROM operator_keys k
     JOIN operators o ON o.id = k.operator_id WHERE k.id = +?`,
  );
  const byId = raw.prepare<[string], Operator>(
    `SELECT ${columnsOf(operators)} FROM operators WHERE id = ?`,
  );
  const approvalCount = raw
    .prepare<[PlatformApproval['environment']], number>(
      "SELECT count(*) FROM approvals WHERE environment = ? AND status = 'requested'",
    )
    .pluck();
  const approvalMark = raw
    .prepare<[], number>('SELECT count(*) + count(decided_by) FROM approvals')
    .pluck();
  const unusedFounder = raw.prepare<[], Pick<Operator, 'id'>>(
    `SELECT id FROM operators WHERE origin = 'first' AND status = 'active'
     AND NOT EXISTS (SELECT 1 FROM audit WHERE actor = operators.id)
     AND NOT EXISTS (SELECT 1 FROM operator_keys k JOIN console_sessions s ON s.key_id = k.id
                     WHERE k.operator_id = operators.id)`,
  );
  const adminCondition = sql`' ' || ${operators.roles} || ' ' LIKE '% admin %'`;

  return {
    byKey: (hash: Buffer): OperatorWithKey | null => byKey.get(hash) ?? null,
    byKeyId: (keyId: string): OperatorWithKey | null => byKeyId.get(keyId) ?? null,
    findAny: (): Operator | null => orm.select().from(operators).limit(1).get() ?? null,
    find: (id: string): Operator | null => byId.get(id) ?? null,
    byClaim: (hash: Buffer): Operator | null =>
      orm.select().from(operators).where(eq(operators.claimHash, hash)).get() ?? null,
    byEmail: (email: string): Operator | null =>
      orm.select().from(operators).where(sql`lower(${operators.email}) = lower(${email})`).get() ??
      null,
    /** Returns the e-mail addresses of all operators with one, including disabled operators. */
    addresses: (): { readonly id: string; readonly email: string }[] =>
      orm
        .select({ id: operators.id, email: operators.email })
        .from(operators)
        .all()
        .flatMap(({ id, email }) => (email === null ? [] : [{ id, email }])),
    byOrigin: (origin: Operator['origin']): Operator | null =>
      orm.select().from(operators).where(eq(operators.origin, origin)).get() ?? null,
    /** Returns the operator created at a start whose key was never used to sign in or act. */
    unusedFounder: (): Pick<Operator, 'id'> | null => unusedFounder.get() ?? null,
    /** Returns the operator created at a start whose claim code was never used. */
    unclaimedFounder: (): Operator | null =>
      orm
        .select()
        .from(operators)
        .where(and(eq(operators.origin, 'first'), eq(operators.status, 'invited')))
        .get() ?? null,
    countOtherAdmins: (id: string): number =>
      orm
        .select({ id: operators.id })
        .from(operators)
        .where(and(eq(operators.status, 'active'), adminCondition, sql`${operators.id} <> ${id}`))
        .all().length,
    list({ status, startingAfter, limit }: OperatorFilter): Page<Operator> {
      const rows = orm
        .select()
        .from(operators)
        .where(
          and(
            status ? eq(operators.status, status) : undefined,
            startingAfter ? lt(operators.id, startingAfter) : undefined,
          ),
        )
        .orderBy(desc(operators.id))
        .limit(limit + 1)
        .all();
      return pageOf(rows, limit);
    },
    active: (): Operator[] =>
      orm.select().from(operators).where(eq(operators.status, 'active')).all(),
    insert: (row: Operator) => void orm.insert(operators).values(row).run(),
    update: (row: Operator) =>
      void orm.update(operators).set(row).where(eq(operators.id, row.id)).run(),
    insertKey: (row: OperatorKey) => void orm.insert(operatorKeys).values(row).run(),
    keysOf: (operatorId: string): OperatorKey[] =>
      orm
        .select()
        .from(operatorKeys)
        .where(eq(operatorKeys.operatorId, operatorId))
        .orderBy(desc(operatorKeys.id))
        .all(),
    /** Ends the keys that are valid after a time at that time. */
    endKeys: (operatorId: string, time: number) =>
      void orm
        .update(operatorKeys)
        .set({ expiresAt: time })
        .where(
          and(
            eq(operatorKeys.operatorId, operatorId),
            or(isNull(operatorKeys.expiresAt), sql`${operatorKeys.expiresAt} > ${time}`),
          ),
        )
        .run(),
    findApproval: (id: string): PlatformApproval | null =>
      orm.select().from(approvals).where(eq(approvals.id, id)).get() ?? null,
    /** Returns the latest approval about an object. */
    approvalAbout: (objectId: string, act?: string): PlatformApproval | null =>
      orm
        .select()
        .from(approvals)
        .where(
          and(
            eq(approvals.objectId, objectId),
            act === undefined ? undefined : eq(approvals.act, act),
          ),
        )
        .orderBy(desc(approvals.id))
        .limit(1)
        .get() ?? null,
    /** Returns the approvals that were granted and are not known to be carried out. */
    approvalsToCarryOut: (): PlatformApproval[] =>
      orm
        .select()
        .from(approvals)
        .where(and(eq(approvals.status, 'granted'), isNull(approvals.carriedOutAt)))
        .orderBy(approvals.id)
        .all(),
    listApprovals(filter: PlatformApprovalFilter): PlatformApproval[] {
      const { environment, status, startingAfter, limit } = filter;
      return orm
        .select()
        .from(approvals)
        .where(
          and(
            eq(approvals.environment, environment),
            status ? eq(approvals.status, status) : undefined,
            startingAfter ? lt(approvals.id, startingAfter) : undefined,
          ),
        )
        .orderBy(desc(approvals.id))
        .limit(limit + 1)
        .all();
    },
    grantOf: ({ operatorId, act, objectId, day }: Omit<OperatorGrant, 'units'>): number =>
      orm
        .select({ units: operatorGrants.units })
        .from(operatorGrants)
        .where(
          and(
            eq(operatorGrants.operatorId, operatorId),
            eq(operatorGrants.act, act),
            eq(operatorGrants.objectId, objectId),
            eq(operatorGrants.day, day),
          ),
        )
        .get()?.units ?? 0,
    addGrant: (row: OperatorGrant) =>
      void orm
        .insert(operatorGrants)
        .values(row)
        .onConflictDoUpdate({
          target: [
            operatorGrants.operatorId,
            operatorGrants.act,
            operatorGrants.objectId,
            operatorGrants.day,
          ],
          set: { units: sql`${operatorGrants.units} + ${row.units}` },
        })
        .run(),
    /** Returns the grants of a day, largest first. */
    grantsOn: (
      environment: OperatorGrant['environment'],
      day: number,
      { min, limit }: { readonly min: number; readonly limit: number },
    ): OperatorGrant[] =>
      orm
        .select()
        .from(operatorGrants)
        .where(
          and(
            eq(operatorGrants.environment, environment),
            eq(operatorGrants.day, day),
            sql`${operatorGrants.units} >= ${min}`,
          ),
        )
        .orderBy(desc(operatorGrants.units))
        .limit(limit)
        .all(),
    countApprovals: (environment: PlatformApproval['environment']): number =>
      approvalCount.get(environment) ?? 0,
    /** Returns a number that changes when an approval is requested or decided. */
    approvalMark: (): number => approvalMark.get() ?? 0,
    insertApproval: (row: PlatformApproval) => void orm.insert(approvals).values(row).run(),
    updateApproval: (row: PlatformApproval) =>
      void orm.update(approvals).set(row).where(eq(approvals.id, row.id)).run(),
  };
}
