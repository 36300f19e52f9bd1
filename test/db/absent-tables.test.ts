// A subject may read tables of a subject that it does not require. Where these tables are absent, it
// reads them as empty.

import { expect, onTestFinished, test } from 'vitest';
import { archivePlans } from '../../db/archives/plan.ts';
import { countCreditDays, listEndedLoans, listEndedLoansOfFile } from '../../db/credit/loans.ts';
import { listCreditScores } from '../../db/credit/scores.ts';
import { deploymentStatements } from '../../db/deployments/rows.ts';
import { assessmentsAfter, assessmentsBefore } from '../../db/deployments/watched-decisions.ts';
import { nextJudgedTenant } from '../../db/drift/reads.ts';
import { judgedAlerts, judgedHits } from '../../db/inventory/engine-reads.ts';
import { countModelWarnings } from '../../db/inventory/reads.ts';
import { documentsOfCustomers } from '../../db/kyc/reads.ts';
import { type Ledger, openLedger } from '../../db/ledger.ts';
import { signWithCode } from '../../db/mfa/acts.ts';
import { shownPayment } from '../../db/mfa/shown-payment.ts';
import { countOpenAlarms } from '../../db/model-alarms/reads.ts';
import { isModelInUse } from '../../db/models/model-files.ts';
import { championRow } from '../../db/models/servable.ts';
import { lastingWork, openWork } from '../../db/moves/open-work.ts';
import { readLateness } from '../../db/oversight/lateness.ts';
import { listLateWork } from '../../db/oversight/stuck.ts';
import { recordBehaviorSuspicion } from '../../db/risk/acts.ts';
import { originReads } from '../../db/risk/origins.ts';
import {
  countByDayAndOutcome,
  openReviews,
  outcomesIn,
  outcomesOfAll,
} from '../../db/risk/outcomes.ts';
import { sealingKeys } from '../../db/sealing-keys.ts';
import { listStored, readStored, totalOf } from '../../db/storage/usage.ts';
import { EVERY_SUBJECT } from '../../db/subjects.ts';
import { listConfirmed, listDecided } from '../../db/transactions/reads.ts';
import { countDeliveries } from '../../db/webhooks/mailboxes.ts';
import { listWorkParties } from '../../db/work/parties.ts';
import { countWork, findWork, listWork, workMark } from '../../db/work/reads.ts';
import { WORK_QUEUES } from '../../ledger/decisions/work.ts';
import { tellerOf } from './teller.ts';

/** Opens a ledger with two customers, a payment between them, and some of the subjects. */
async function openWithout(table: string | null) {
  const subjects = EVERY_SUBJECT.filter(({ tables }) => !tables.tables.includes(table ?? ''));
  expect(subjects).toHaveLength(EVERY_SUBJECT.length - (table === null ? 0 : 1));
  const ledger = openLedger({ environment: 'sandbox', file: ':memory:', subjects });
  onTestFinished(() => ledger.close());
  const { raw } = ledger.database;
  const execute = async (sql: string) => void raw.exec(sql);
  const parts = { store: ledger, people: ledger, balance: async () => null, execute };
  const teller = tellerOf(parts);
  const [from, to] = [await teller.account(), await teller.account()];
  await teller.post({ to: from, amount: 1_000 });
  const paid = await teller.post({ from, to, amount: 400 });
  const owner = raw
    .prepare<[string], string>('SELECT customer_id FROM accounts WHERE id = ?')
    .pluck();
  return { ledger, tenantId: teller.tenantId, from, to, paid, customerId: owner.get(from) ?? '' };
}

type OpenedLedger = Awaited<ReturnType<typeof openWithout>>;
const NO_OWNER = { tenantId: '', artifactSha256: '', from: 0, limit: 5 };
const order = { before: 0, after: { row: 0, id: '' }, maxRows: 5, now: 0 };
const plansOf = ({ database }: Ledger) => {
  const { events, timeline, decisions } = archivePlans(database);
  return [events(order), timeline(order), decisions(order)];
};

/** The tables of one subject, and the values that other subjects read in them. */
const READS: Readonly<Record<string, (opened: OpenedLedger) => unknown>> = {
  risk_reviews: ({ ledger }) => [
    outcomesIn(ledger.database)({ tenantId: '', before: '', asOf: 0, limit: 5 }),
    outcomesOfAll(ledger.database)({ from: '', before: '~', limit: 5 }),
    countByDayAndOutcome(ledger.database, { from: '', limit: 5 }),
    openReviews(ledger.database),
    plansOf(ledger),
  ],
  credit_assessments: async ({ ledger }) => [
    listEndedLoans(ledger, NO_OWNER),
    listEndedLoansOfFile(ledger.database, NO_OWNER),
    countCreditDays(ledger.database, NO_OWNER),
    await listCreditScores(ledger, NO_OWNER),
    assessmentsAfter(ledger.database, { ...NO_OWNER, after: '' }),
    assessmentsBefore(ledger.database, { ...NO_OWNER, before: '' }),
    nextJudgedTenant(ledger.database, 'credit', ''),
    nextJudgedTenant(ledger.database, 'fraud', ''),
    Object.keys(deploymentStatements(ledger.database)),
  ],
  aml_alerts: ({ ledger, from }) => [
    judgedAlerts(ledger),
    originReads(ledger.database).hasAmlAlert(from),
  ],
  screening_hits: ({ ledger }) => judgedHits(ledger),
  kyc_documents: ({ ledger, customerId }) => [
    documentsOfCustomers(ledger, [customerId])(customerId),
    plansOf(ledger),
  ],
  mfa_factors: ({ ledger, tenantId, customerId }) =>
    ledger
      .run(signWithCode, { tenantId, customerId, proof: { method: 'totp', code: '123456' } })
      .then(
        () => 'signed',
        ({ code }: { code: string }) => code,
      ),
  intents: ({ ledger }) => plansOf(ledger),
  deliveries: ({ ledger }) => [countDeliveries(ledger), plansOf(ledger)],
  training_jobs: ({ ledger }) => [
    countModelWarnings(ledger, 5),
    countOpenAlarms(ledger),
    isModelInUse(ledger, ''),
    championRow(ledger, '', 'fraud'),
    plansOf(ledger),
  ],
};

test.each(Object.keys(READS))(
  'without %s, other subjects read the result of an empty table',
  async (table) => {
    const read = READS[table] as (opened: OpenedLedger) => unknown;
    expect(await read(await openWithout(table))).toEqual(await read(await openWithout(null)));
  },
);

test('without habits, a payee is known by the movements of the account', async () => {
  const { ledger, from, to, tenantId, customerId } = await openWithout('account_habits');
  const shown = shownPayment(ledger, {
    ...{ tenantId, customerId, type: 'transfer', amount: 100, currency: 'EUR' },
    ...{ sourceAccountId: from, destinationAccountId: to, externalParty: null, received: null },
    ...{ startsOn: null, frequency: null },
  });
  expect(shown.payeeStanding).toMatchObject({ status: 'known', payments: 1 });
});

test('without habits, a suspicion about payments is not recorded, and the caller is told', async () => {
  const { ledger, paid } = await openWithout('account_habits');
  const suspicion = { transactionIds: [paid], at: 0 };
  expect(await ledger.run(recordBehaviorSuspicion, suspicion)).toBe(false);
  const complete = await openWithout(null);
  const recorded = { transactionIds: [complete.paid], at: 0 };
  expect(await complete.ledger.run(recordBehaviorSuspicion, recorded)).toBe(true);
});

test('the core reads no queue, file, key or decision of absent subjects', async () => {
  const ledger = openLedger({ environment: 'sandbox', file: ':memory:', subjects: [] });
  onTestFinished(() => ledger.close());
  expect(countWork(ledger, WORK_QUEUES)).toEqual([]);
  expect(listWork(ledger, { queues: WORK_QUEUES, limit: 5, after: null })).toEqual({
    data: [],
    hasMore: false,
  });
  expect(findWork(ledger, `rev_${'0'.repeat(26)}`)).toBeNull();
  expect(listWorkParties(ledger, [])).toEqual([]);
  expect(workMark(ledger)).toBe('0/0/0/0');
  expect(totalOf(readStored(ledger.database, 'dev_1'))).toBe(0);
  expect(await listStored(ledger.database)).toEqual([]);
  expect(listLateWork(ledger, Date.now(), 5)).toEqual([]);
  expect(readLateness(ledger)).toMatchObject({ delivery: null });
  expect(sealingKeys(ledger)).toEqual([]);
  expect(await listConfirmed(ledger, Date.now(), 5)).toEqual([]);
  const page = { after: '', limit: 5, before: Date.now() };
  expect(await listDecided(ledger, page)).toEqual({ decided: [], next: '' });
  expect(lastingWork(ledger.database.raw, 'dev_1')).toEqual([]);
  expect(openWork(ledger.database.raw, 'dev_1', Date.now())).toEqual([]);
});
