// A bank stops between an operator's act and the audit entry of the act's outcome. At its next
// start it writes that entry from its stored records, once for each act, for every kind of act.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkActs } from '../../../../db/platform/acts-check.ts';
import { namesOf } from '../../../db/ledger-file.ts';
import {
  hasModules,
  OPERATOR_KEY,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../../../kit/bank/bank.ts';
import { claimLiveKey, transferOf } from '../../../kit/bank/checked-bank.ts';
import { putNewDatabases } from '../../../kit/bank/new-databases.ts';
import { scheduleTransfer } from '../../../kit/bank/objects-of-each-kind.ts';
import { rowsFileIn } from '../../../kit/bank/opened-ledger.ts';
import { isOnPostgres } from '../../../kit/bank/postgres.ts';
import { allowRows, refuseRows, verifyRows } from '../../../kit/bank/rows-outside.ts';
import { trustPayments, uploadPaymentModel } from '../../../kit/models/deployments.ts';
import { makeConstantModel } from '../../../kit/models/transfer-models.ts';
import { applicationOf, BORDERLINE } from '../../../kit/people/credit.ts';
import { createOperator } from '../../../kit/people/operators.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'kontor-act-ends-'));
let bank: TestBank;
let platform: BetterSqlite3.Database;
let acts: readonly Act[];
beforeAll(async () => {
  if (!isOnPostgres) putNewDatabases(dataDir);
  bank = await openTestBank({}, dataDir);
  platform = new BetterSqlite3(rowsFileIn(dataDir, 'platform'), { timeout: 5_000 });
  acts = await prepareActs();
}, 120_000);
afterAll(async () => {
  platform.close();
  await bank.close();
  rmSync(dataDir, { recursive: true });
});

/** Whether the bank has all subjects to which the acts of this file belong. */
const hasEverySubject = hasModules('kyc', 'screening', 'aml', 'risk', 'credit');

interface Act {
  readonly operationId: string;
  readonly path: string;
  readonly body: object;
  readonly method?: string;
  /**
   * The outcomes that the next start records: first when the act had written nothing, then when it
   * had written something. Defaults to not_done and done.
   */
  readonly outcomes?: readonly [string, string];
}

const environment = 'sandbox';
const reason = 'Seen';
const commonFields = { environment, reason };

/** Creates an object of each kind that operators act on. Returns the acts. */
async function prepareActs(): Promise<Act[]> {
  const { key, developerId } = await register(bank);
  const viewer = await createOperator(bank, ['viewer']);
  return [
    ...(await prepareActsOnPeopleAndModels(key)),
    ...(await prepareActsOnMoney(key)),
    {
      operationId: 'setSettlement',
      path: `developers/${developerId}/settlement`,
      body: { currency: 'EUR', prefunded: 5, cap: 5, reason },
      method: 'PUT',
    },
    {
      operationId: 'throttleDeveloper',
      path: `developers/${developerId}/throttle`,
      body: { perSecond: 500, reason },
      method: 'PUT',
    },
    {
      operationId: 'changeOperator',
      path: `operators/${viewer.id}`,
      body: { roles: ['support'], reason },
      method: 'PATCH',
    },
  ];
}

async function prepareActsOnPeopleAndModels(key: string): Promise<Act[]> {
  await trustPayments(bank, key);
  const [activeDeployment] = (await getAsOperator('deployments?environment=sandbox&status=any'))
    .data;
  const { customerId } = await openAccounts(bank, key, [0]);
  const creditAssessment = await bank.call('/v1/ai/credit-assessment', {
    key,
    body: applicationOf(customerId, BORDERLINE),
  });
  await bank.call('/v1/customers', {
    key,
    body: { type: 'individual', name: 'Baltasar Quostrov' },
  });
  const [screeningHit] = (await getAsOperator('screening-hits?environment=sandbox')).data;
  const customerAnswer = await bank.call('/v1/customers', {
    key,
    body: { type: 'individual', name: 'Grace Hopper' },
  });
  const liveKey = await claimLiveKey(bank, key);
  const modelVersion = await uploadPaymentModel(bank, liveKey, { file: makeConstantModel(-9) });
  const alertId = await raiseAmlAlert(key);
  return [
    makeAct('decideKyc', `customers/${customerAnswer.body.id}/kyc-decision`, {
      decision: 'denied',
    }),
    makeAct('decideCreditReview', `credit-reviews/${creditAssessment.body.id}/decision`, {
      decision: 'denied',
      reasonCodes: ['length_of_employment'],
    }),
    makeAct('decideAmlAlert', `aml-alerts/${alertId}/decision`, { status: 'in_review' }),
    makeAct('decideScreeningHit', `screening-hits/${screeningHit.id}/decision`, {
      decision: 'no_hit',
    }),
    makeAct('decideModel', `models/${modelVersion.id}/decision`, {
      environment: 'production',
      decision: 'approved',
    }),
    makeAct('rollbackDeployment', `deployments/${activeDeployment.id}/rollback`, {}),
    {
      operationId: 'addWorkNote',
      path: `work/${alertId}/notes`,
      body: { environment, note: 'Called' },
    },
  ];
}

async function prepareActsOnMoney(key: string): Promise<Act[]> {
  const { accountIds } = await openAccounts(bank, key, [900_000, 900_000, 900_000]);
  const [firstAccountId = '', secondAccountId = '', thirdAccountId = ''] = accountIds;
  const pay = async (from: string, to: string, amount: number, overrides = {}) =>
    (
      await bank.call('/v1/transactions?wait=10', {
        key,
        body: { ...transferOf(from, to, amount), ...overrides },
      })
    ).body.id as string;
  const heldPaymentId = await pay(firstAccountId, secondAccountId, 40, { capture: 'manual' });
  for (const accountId of [firstAccountId, secondAccountId]) {
    const body = {
      accountId,
      decision: accountId === firstAccountId ? 'block_and_review' : 'review',
    };
    await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body });
    await pay(accountId, thirdAccountId, 900);
  }
  const { data: workItems } = await getAsOperator('work?environment=sandbox');
  const firstItemId = (queue: string) =>
    workItems.find((item: { queue: string }) => item.queue === queue).id;
  const frozenAccountPath = `accounts/${thirdAccountId}`;
  await send({
    path: `${frozenAccountPath}/freeze`,
    body: { ...commonFields, reason: 'fraud', message: 'x' },
  });
  const deposit = {
    accountId: firstAccountId,
    amount: 10,
    currency: 'EUR',
    externalParty: { name: 'Ada' },
  };
  const scheduleId = await scheduleTransfer(bank, key, {
    from: firstAccountId,
    to: secondAccountId,
  });
  return [
    makeAct('freezeAccountAsOperator', `accounts/${secondAccountId}/freeze`, {
      reason: 'aml',
      message: 'By law',
    }),
    makeAct('unfreezeAccountAsOperator', `${frozenAccountPath}/unfreeze`, {}),
    makeAct('rejectRiskReview', `reviews/${firstItemId('payment_reviews')}/reject`, {}),
    {
      ...makeAct('retryWorkAsOperator', `workflows/${heldPaymentId}/retry`, {}),
      outcomes: ['unknown', 'unknown'],
    },
    {
      ...makeAct('closeWork', 'work/close', {
        ids: [firstItemId('account_alerts')],
        resolution: 'false_positive',
      }),
      outcomes: ['not_done', 'unknown'],
    },
    makeAct('depositAsOperator', 'deposits?wait=10', deposit),
    makeAct('pauseScheduleAsOperator', `schedules/${scheduleId}/pause`, {}),
  ];
}

const makeAct = (operationId: string, path: string, body: object): Act => {
  return { operationId, path, body: { ...commonFields, ...body } };
};

/** Raises an alert about money that returns to its first account. Returns the id of the alert. */
async function raiseAmlAlert(key: string): Promise<string> {
  const owners = await Promise.all([200_000, 0, 0].map((sum) => openAccounts(bank, key, [sum])));
  const [firstAccountId = '', secondAccountId = '', thirdAccountId = ''] = owners.map(
    ({ accountIds }) => accountIds[0],
  );
  for (const [from, to, amount] of [
    [firstAccountId, secondAccountId, 150_000],
    [secondAccountId, thirdAccountId, 149_000],
    [thirdAccountId, firstAccountId, 148_000],
  ] as const) {
    const body = transferOf(from, to, amount);
    const sendAnswer = await bank.call('/v1/transactions?wait=10', { key, body });
    expect(sendAnswer.body.status, JSON.stringify(sendAnswer.body)).toBe('posted');
  }
  await bank.call('/v1/ai/aml-monitor', {
    key,
    body: { scope: { accountId: firstAccountId }, createAlerts: true },
  });
  const { data } = await getAsOperator('work?environment=sandbox&queue=aml_alerts');
  return data[0].id;
}

async function getAsOperator(path: string) {
  const headers = { 'x-audit-reason': 'Test' };
  return (await bank.call(`/v1/ops/${path}`, { key: OPERATOR_KEY, headers })).body;
}

/**
 * Sends an act without checking the answer, because the bank cannot write the outcome and gives an
 * undocumented answer.
 */
async function send({ path, body, method = 'POST' }: Pick<Act, 'path' | 'body' | 'method'>) {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, 'content-type': 'application/json' };
  const keyedHeaders = { ...headers, 'idempotency-key': crypto.randomUUID() };
  const url = `${bank.url}/v1/ops/${path}`;
  return fetch(url, { method, headers: keyedHeaders, body: JSON.stringify(body) });
}

/** SQL condition of audit rows other than those that the bank writes before an act. */
const OUTCOME_ACTIONS = `NEW.action LIKE '%.answered' OR NEW.action LIKE '%.refused'
  OR NEW.action LIKE '%.settled' OR NEW.action NOT LIKE 'ops.%'`;
/** SQL condition of acts on the platform database, whose entry is in the same commit as the act. */
const PLATFORM_ACTIONS = `NEW.action LIKE 'developer.%' OR NEW.action LIKE 'operator.%'`;

/** Makes the database refuse the audit entries of outcomes, or accept them again. */
async function setOutcomesRefused(areRefused: boolean): Promise<void> {
  await allowRows(dataDir, 'platform', 'audit');
  if (!areRefused) return;
  const condition = `(${OUTCOME_ACTIONS}) AND NOT (${PLATFORM_ACTIONS})`;
  await refuseRows(dataDir, 'platform', { into: 'audit', when: condition });
}

/** Makes the commits of acts fail, as when the process is killed before them, or succeed again. */
async function setCommitsFailing(areFailing: boolean): Promise<void> {
  for (const name of ['sandbox', 'production', 'platform'] as const) {
    await allowRows(dataDir, name, 'act_marks');
    const condition = 'NEW.act_id IS NOT NULL';
    if (areFailing) await refuseRows(dataDir, name, { into: 'act_marks', when: condition });
  }
}

/** Returns the outcomes of acts in the log since an entry, in the order of the acts. */
function listOutcomesSince(id: number): { operationId: string; outcome: string; detail: object }[] {
  return platform
    .prepare<[number], { action: string; detail: string }>(
      "SELECT action, detail FROM audit WHERE id > ? AND action GLOB 'ops.*.settled' ORDER BY id",
    )
    .all(id)
    .map(({ action, detail }) => {
      const loggedDetail = JSON.parse(detail);
      const operationId = action.slice('ops.'.length, -'.settled'.length);
      return { operationId, outcome: loggedDetail.outcome, detail: loggedDetail };
    });
}
const readLastEntryId = () =>
  platform.prepare<[], number>('SELECT max(id) FROM audit').pluck().get() ?? 0;

async function restartBank(): Promise<void> {
  await bank.close();
  bank = await openTestBank({}, dataDir);
}

it.runIf(hasEverySubject)(
  'after a restart the audit log has the outcome of acts of every kind, whether carried out or not',
  async () => {
    for (const [isDone, outcomeIndex] of [
      [false, 0],
      [true, 1],
    ] as const) {
      const lastIdBefore = readLastEntryId();
      await setOutcomesRefused(true);
      await setCommitsFailing(!isDone);
      for (const act of acts) {
        await send(act);
      }
      await setCommitsFailing(false);
      expect(listOutcomesSince(lastIdBefore)).toEqual([]);
      await setOutcomesRefused(false);
      await restartBank();
      const settledActs = listOutcomesSince(lastIdBefore);
      expect(settledActs.map(({ operationId, outcome }) => [operationId, outcome])).toEqual(
        acts.map(({ operationId, outcomes: expected }) => {
          return [operationId, (expected ?? ['not_done', 'done'])[outcomeIndex]];
        }),
      );
      for (const { detail } of settledActs) expect(detail).toMatchObject({ settledAt: 'start' });
    }
  },
  120_000,
);

it.runIf(hasEverySubject)(
  'the audit log passes npm run verify, and the check of acts finds every change to its rows',
  async () => {
    const verification = verifyRows(dataDir);
    expect(verification.code, verification.output).toBe(0);
    expect(verification.output).toContain(
      'holds    Every decision about a customer is stored as the log has it',
    );
    const changesByFault = {
      'has an entry of its request, and no row': `DELETE FROM audit_acts WHERE asked = (
      SELECT max(asked) FROM audit_acts)`,
      'has an end that its row does not know': `UPDATE audit_acts SET ended = NULL
      WHERE ended = (SELECT max(ended) FROM audit_acts)`,
      'ends in an entry that is not about it': `UPDATE audit_acts SET ended = ended + 1
      WHERE ended = (SELECT max(ended) FROM audit_acts)`,
      'has a row, and no entry that precedes it': `INSERT INTO audit_acts
      SELECT 'act_0', max(id), NULL, '-' FROM audit`,
      'has written in a ledger, and has no row': `INSERT INTO act_marks
      VALUES ('act_1', 1)`,
      'ends as not done, and has written rows': `INSERT INTO act_marks SELECT
      json_extract(detail, '$.act'), 1 FROM audit
      WHERE json_extract(detail, '$.outcome') = 'not_done' LIMIT 1`,
    };
    for (const [expectedFault, sql] of Object.entries(changesByFault)) {
      const { faults } = await checkChangedCopy(sql);
      expect(faults.map((fault) => fault.says).join('; '), sql).toContain(expectedFault);
    }
  },
  60_000,
);

/**
 * Returns the findings of the check on a copy of the platform database without triggers or foreign
 * keys, changed by `sql`.
 */
async function checkChangedCopy(sql: string) {
  const file = join(dataDir, `copy-${crypto.randomUUID()}.db`);
  await platform.backup(file);
  const copy = new BetterSqlite3(file);
  for (const trigger of namesOf(copy, 'trigger')) copy.exec(`DROP TRIGGER ${trigger}`);
  copy.pragma('foreign_keys = OFF');
  copy.pragma('ignore_check_constraints = ON');
  copy.exec(sql);
  const result = checkActs(copy, []);
  copy.close();
  if (result === null) throw new Error('the platform has acts');
  return result;
}
