// A person decides, a document arrives and the deadline passes at the same time, in every order,
// over two connections to the same file. The assessment ends once, and its row, its events and its
// customer agree.

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeCustomer } from '../../../db/customers/acts.ts';
import { findCustomer } from '../../../db/customers/reads.ts';
import { addKycDocuments, nextKycStep } from '../../../db/kyc/acts.ts';
import { findKycAssessment } from '../../../db/kyc/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { startDueSchedules } from '../../../db/money/calls.ts';
import type { Refusal } from '../../../ledger/refusal.ts';
import { cause, TENANT } from '../../kit/bank/books.ts';
import { catchUp, openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { decideKyc, makeDocumentDraft } from '../../kit/people/kyc.ts';
import { acceptKyc } from '../../kit/workflows/kyc-scenarios.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { stoppedClock, violationsOf } from '../sqlite-rig.ts';

const DAYS_30 = 30 * 24 * 60 * 60 * 1000;

interface Race {
  readonly ledgers: readonly [Ledger, Ledger];
  readonly id: string;
  readonly customerId: string;
}

type Act = (race: Race, ledger: Ledger) => Promise<unknown>;

/** Returns the outcome of an act: `done`, or the code of the refusal. */
const settleOutcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    ({ code }: Refusal) => code,
  );

const ACTS = {
  document: async ({ id }, ledger) => {
    const documents = [makeDocumentDraft()];
    const order = { tenantId: TENANT, assessmentId: id, documents };
    const added = ledger.run(addKycDocuments, { ...order, requestHash: Buffer.alloc(32), cause });
    return added.then(
      ({ kind }) => kind,
      ({ code }: Refusal) => code,
    );
  },
  approve: (race, ledger) => decide(race, ledger, 'verified'),
  reject: (race, ledger) => decide(race, ledger, 'denied'),
  workflow: async ({ id }, ledger) => (await ledger.run(nextKycStep, { assessmentId: id })).status,
  sweeper: async (_race, ledger) => void (await ledger.run(startDueSchedules, null)),
} satisfies Record<string, Act>;
type ActName = keyof typeof ACTS;

async function decide(race: Race, ledger: Ledger, kycStatus: 'verified' | 'denied') {
  const { id: assessmentId, customerId } = race;
  const order = { tenantId: null, customerId, assessmentId, fields: {}, ifVersion: null };
  const operatorCause = { ...cause, actor: `opr_${kycStatus}` };
  return settleOutcome(ledger.run(changeCustomer, { ...order, kycStatus, cause: operatorCause }));
}

function permutationsOf<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((first, index) =>
    permutationsOf(all.filter((_, otherIndex) => otherIndex !== index)).map((permutation) => [
      first,
      ...permutation,
    ]),
  );
}

/**
 * Makes an unverified customer whose assessment waits 30 days for documents; the clock is stopped.
 */
async function makeWaitingAssessment(first: Ledger, second: Ledger): Promise<Race> {
  const { id, customerId } = await acceptKyc({ faultFreeLedger: first });
  const { version } = (await findCustomer(first, TENANT, customerId)) ?? { version: 0 };
  const { stage } = await decideKyc(first, { assessmentId: id, customerVersion: version });
  expect(stage).toBe('awaiting_documents');
  return { ledgers: [first, second], id, customerId };
}

async function openRace() {
  const clock = stoppedClock();
  const file = join(temporaryFolder(), 'sandbox.db');
  const open = async () => {
    const ledger = await openTestLedger({ environment: 'sandbox', file, now: clock.now });
    onTestFinished(() => ledger.close());
    return ledger;
  };
  const pair: readonly [Ledger, Ledger] = [await open(), await open()];
  return { pair, clock };
}

/** Runs the acts concurrently, in that order, alternating between the connections. */
async function runRace(race: Race, names: readonly ActName[]) {
  const answers = await Promise.all(
    names.map((name, index) => ACTS[name](race, race.ledgers[index % 2] as Ledger)),
  );
  return Object.fromEntries(names.map((name, index) => [name, answers[index]]));
}

async function readEnd({ ledgers: [ledger], id, customerId }: Race) {
  await catchUp(ledger);
  const emitted = ledger.database.raw
    .prepare<[string], { type: string; version: number }>(
      `SELECT type, object_version AS version FROM events WHERE object_id = ?
       ORDER BY row`,
    )
    .all(id);
  const row = await findKycAssessment(ledger, TENANT, id);
  const customer = await findCustomer(ledger, TENANT, customerId);
  expect(emitted.map(({ version }) => version)).toEqual(emitted.map((_, index) => index + 1));
  expect(emitted.at(-1)?.version).toBe(row?.version);
  const ends = emitted.filter(({ type }) => /completed|failed/.test(type)).map(({ type }) => type);
  return { row, kycStatus: customer?.kycStatus, ends };
}

test('an assessment at its deadline fails, or ends with the decision of the first reviewer', async () => {
  const { pair, clock } = await openRace();
  const names: readonly ActName[] = ['document', 'approve', 'reject', 'workflow', 'sweeper'];
  for (const order of permutationsOf(names)) {
    const race = await makeWaitingAssessment(...pair);
    clock.move(DAYS_30);
    const answers = await runRace(race, order);
    const { row, kycStatus, ends } = await readEnd(race);
    const decisionCount = [answers.approve, answers.reject].filter(
      (value) => value === 'done',
    ).length;
    const label = JSON.stringify({ order, answers, ends });
    expect(['over', 'invalid_state_transition'], label).toContain(answers.document);
    expect(row?.documents, label).toEqual([]);
    if (decisionCount === 0) {
      expect([ends, row?.failureCode], label).toEqual([
        ['kyc.assessment.failed'],
        'documents_not_received',
      ]);
      expect(kycStatus, label).toBe('unverified');
      continue;
    }
    expect(decisionCount, label).toBe(1);
    const isApproved = answers.approve === 'done';
    expect([ends, row?.decision], label).toEqual([
      ['kyc.assessment.completed'],
      isApproved ? 'approve' : 'reject',
    ]);
    expect(row?.decidedBy).toBe(isApproved ? 'opr_verified' : 'opr_denied');
    expect(kycStatus, label).toBe(isApproved ? 'verified' : 'denied');
  }
  expect(violationsOf(pair[0], clock.now())).toEqual([]);
}, 60_000);

test('a document is accepted until just before the deadline, unless a reviewer has decided', async () => {
  const { pair, clock } = await openRace();
  const countedCases = new Set<boolean>();
  for (const order of permutationsOf(['document', 'approve', 'workflow', 'sweeper'] as const)) {
    const race = await makeWaitingAssessment(...pair);
    clock.move(DAYS_30 - 1);
    const answers = await runRace(race, order);
    const { row, kycStatus, ends } = await readEnd(race);
    const label = JSON.stringify({ order, answers, ends });
    expect(answers.approve, label).toBe('done');
    const isCounted = answers.document === 'done';
    countedCases.add(isCounted);
    const statuses = row?.documents.map(({ status }) => status);
    expect([answers.document, statuses], label).toEqual(
      isCounted ? ['done', ['approved']] : ['invalid_state_transition', []],
    );
    expect([ends, kycStatus], label).toEqual([['kyc.assessment.completed'], 'verified']);
  }
  expect(countedCases.size).toBe(2);
  expect(violationsOf(pair[0], clock.now())).toEqual([]);
}, 60_000);
