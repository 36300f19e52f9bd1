// The SQLite store with the interface that the tests of the contract call.

import { findAccount, readBalance, readBalanceAsOf } from '../../db/accounts/reads.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { listEvents } from '../../db/events/reads.ts';
import { checkInvariants } from '../../db/invariants.ts';
import type { Ledger } from '../../db/ledger.ts';
import { findTransaction, readTimeline } from '../../db/transactions/reads.ts';
import { openTestLedger } from '../kit/bank/opened-ledger.ts';
import { type Clock, type Dump, type OpenRig, type StoreRig, TABLES } from './store-rig.ts';

/** A clock that starts at the current time and then stops. */
export function stoppedClock(start = Date.now()): Clock {
  let time = start;
  return {
    now: () => time,
    move: (byMs) => {
      time += byMs;
    },
  };
}

/** Rows of tables as text, in the order of their first columns. */
export function dumpOf(ledger: Ledger, tables: readonly string[] = TABLES): Dump {
  return Object.fromEntries(
    tables.map((table) => [
      table,
      ledger.database.raw
        .prepare<[], unknown[]>(`SELECT * FROM ${table} ORDER BY 1, 2`)
        .safeIntegers()
        .raw()
        .all()
        .map((row) => row.map(textOf).join(' | ')),
    ]),
  );
}

function textOf(value: unknown): string {
  return Buffer.isBuffer(value) ? `x'${value.toString('hex')}'` : String(value);
}

/** Names of the invariants that do not hold. */
export function violationsOf(ledger: Ledger, now: number): string[] {
  const { checks } = checkInvariants(ledger.database.raw, now);
  return (
    checks
      // No workflow runs beside a bare ledger, so none has begun.
      .filter((check) => check.violations > 0 && check.name !== 'workflow_has_begun')
      .map((check) => `${check.name}: ${JSON.stringify(check.examples)}`)
  );
}

export const openSqliteRig: OpenRig = async (environment = 'sandbox') => {
  const clock = stoppedClock();
  const ledger = await openTestLedger({ environment, file: ':memory:', now: clock.now });
  return rigOf(ledger, clock);
};

function rigOf(ledger: Ledger, clock: Clock): StoreRig {
  const { raw } = ledger.database;
  return {
    store: ledger,
    people: ledger,
    clock,
    ...readerOf(async () => ledger, clock),
    execute: async (sql) => void raw.exec(sql),
    failNextStep: async (transactionId) => {
      raw.exec(`CREATE TRIGGER inject_fault BEFORE INSERT ON timeline
                WHEN NEW.transaction_id = '${transactionId}' AND NEW.version > 1
                BEGIN SELECT RAISE(ABORT, 'injected fault'); END`);
      return async () => void raw.exec('DROP TRIGGER inject_fault');
    },
    close: async () => ledger.close(),
  };
}

type Reading = Omit<StoreRig, 'store' | 'people' | 'clock' | 'execute' | 'failNextStep' | 'close'>;

/** The reading part of a rig, on the current state of a ledger. */
export function readerOf(ledger: () => Promise<Ledger>, clock: Clock): Reading {
  return {
    transaction: async (tenantId, id) => findTransaction(await ledger(), tenantId, id),
    timeline: async (id) => (await readTimeline(await ledger(), id)).steps,
    account: async (tenantId, id) => findAccount(await ledger(), tenantId, id),
    customer: async (id) => findCustomer(await ledger(), null, id),
    balance: async (tenantId, id) => readBalance(await ledger(), tenantId, id),
    balanceAsOf: async (tenantId, id, time) => readBalanceAsOf(await ledger(), tenantId, id, time),
    events: async (tenantId) => allEvents(await ledger(), tenantId),
    dump: async (tables) => dumpOf(await ledger(), tables),
    violations: async () => violationsOf(await ledger(), clock.now()),
  };
}

async function allEvents(ledger: Ledger, tenantId: string) {
  const result = [];
  for (let afterSequence = 0; ; ) {
    const page = await listEvents(ledger, { tenantId, afterSequence, limit: 100 });
    result.push(...page.data);
    if (!page.hasMore) return result;
    afterSequence = page.data.at(-1)?.sequence ?? afterSequence;
  }
}
