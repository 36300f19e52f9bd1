// The work of operators is listed in queues by role, with assignee, priority and age. Notes are
// permanent, and several alerts can be closed with one reason.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  hasModule,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../../kit/bank/checked-bank.ts';
import { launder } from '../../../kit/console/worked-bank.ts';
import { createOperator } from '../../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let riskOperator: { id: string; key: string };
let complianceOperator: { id: string; key: string };
let heldItemId: string;
let alertIds: string[];
let accountIds: string[];
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  ({ accountIds } = await openAccounts(bank, key, [10_000, 10_000, 10_000]));
  const decisions = ['block_and_review', 'review', 'review'];
  for (const [index, decision] of decisions.entries()) {
    const body = { accountId: accountIds[index], decision };
    await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body });
    const [from = '', to = ''] = [accountIds[index], accountIds[(index + 1) % 3]];
    await bank.call('/v1/transactions?wait=10', { key, body: transferOf(from, to, 900) });
  }
  riskOperator = await createOperator(bank, ['risk']);
  complianceOperator = await createOperator(bank, ['compliance']);
  const allItems = (await listWork()).body.data as { id: string; queue: string }[];
  heldItemId = allItems.find(({ queue }) => queue === 'payment_reviews')?.id ?? '';
  alertIds = allItems.flatMap(({ id, queue }) => (queue === 'account_alerts' ? [id] : []));
});
afterAll(() => bank.close());

const listWork = (query = '', callerKey = OPERATOR_KEY) =>
  bank.call(`/v1/ops/work?environment=sandbox&${query}`, { key: callerKey });
const idsIn = ({ body }: Answer) => (body.data as { id: string }[]).map(({ id }) => id);
const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const actOnWork = (
  path: string,
  fields: object,
  callerKey = OPERATOR_KEY,
  method = 'POST',
  headers = {},
) =>
  bank.call(`/v1/ops/work/${path}`, {
    key: callerKey,
    method,
    headers,
    body: { environment: 'sandbox', ...fields },
  });
const changeItem = (id: string, fields: object, callerKey = OPERATOR_KEY, headers = {}) =>
  actOnWork(id, { reason: 'Knows it', ...fields }, callerKey, 'PATCH', headers);
const readParties = (ids: readonly string[], callerKey = OPERATOR_KEY) =>
  bank.call(`/v1/ops/work/parties?environment=sandbox&ids=${ids.join(',')}`, { key: callerKey });
const runSql = (sql: string, ...values: string[]) =>
  bank.bank.environments.sandbox.ledger.database.raw.prepare(sql).run(...values);

describe.runIf(hasModule('risk'))('the list of waiting work', () => {
  it('contains every item with age and priority, those with waiting money first, and counts', async () => {
    const { body } = await listWork();
    expect(body.data[0]).toMatchObject({
      id: heldItemId,
      queue: 'payment_reviews',
      priority: 'high',
    });
    expect(alertIds.length).toBeGreaterThanOrEqual(2);
    for (const item of body.data) {
      expect(item).toMatchObject({ assigneeId: null, notes: 0, version: 1 });
      expect(item.ageSeconds).toBeGreaterThanOrEqual(0);
      expect(JSON.stringify(item)).not.toMatch(/name|email/);
    }
    const counts = await bank.call('/v1/ops/work/counts?environment=sandbox', {
      key: OPERATOR_KEY,
    });
    const openCounts = Object.fromEntries(
      counts.body.data.map((item: { queue: string; open: number }) => [item.queue, item.open]),
    );
    expect(openCounts).toMatchObject({ payment_reviews: 1, account_alerts: alertIds.length });
    const [firstCount] = counts.body.data;
    expect(firstCount).toMatchObject({ unassigned: 1, high: 1, urgent: 0 });
    expect(firstCount.oldestSeconds).toBeGreaterThanOrEqual(0);
  });

  it('is paged without losing or repeating an item', async () => {
    const allIds = idsIn(await listWork('limit=100'));
    const pagedIds: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages++) {
      const { body } = await listWork(`limit=1${cursor}`);
      pagedIds.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.hasMore) break;
      cursor = `&startingAfter=${body.nextCursor}`;
    }
    expect(pagedIds).toEqual(allIds);
    expect(outcomeOf(await listWork('startingAfter=rvw_06ayx0rw7mf5w0h1y6k2v3c4d5'))).toEqual([
      400,
      'invalid_cursor',
    ]);
  });

  it('is shown to the roles of its queue, and to no other', async () => {
    expect(idsIn(await listWork('', riskOperator.key))).toContain(heldItemId);
    expect(idsIn(await listWork('', complianceOperator.key))).toEqual([]);
    await writesNothing(bank, async () => {
      const deniedAnswers = [
        await listWork('queue=payment_reviews', complianceOperator.key),
        await bank.call(`/v1/ops/work/${heldItemId}?environment=sandbox`, {
          key: complianceOperator.key,
        }),
        await changeItem(heldItemId, { priority: 'low' }, complianceOperator.key),
        await actOnWork(`${heldItemId}/notes`, { note: 'x' }, complianceOperator.key),
      ];
      for (const answer of deniedAnswers) expect(outcomeOf(answer)).toEqual([403, 'role_required']);
      expect(outcomeOf(await changeItem('rvw_nothing', { priority: 'low' }))).toEqual([
        404,
        'work_item_not_found',
      ]);
    });
  });
});

describe.runIf(hasModule('risk'))('the names of the parties of work items', () => {
  it('are those of payer and payee, and the items are in the requested order', async () => {
    const [firstAlertId = ''] = alertIds;
    const { body } = await readParties([firstAlertId, heldItemId], riskOperator.key);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([firstAlertId, heldItemId]);
    for (const item of body.data) {
      expect(item.parties.map(({ role }: { role: string }) => role)).toEqual(['payer', 'payee']);
      for (const { name, customerId: id } of item.parties) {
        const customer = await bank.call(`/v1/customers/${id}`, { key });
        expect(customer.body.name).toBe(name);
      }
    }
  });

  it('are shown with an entry in the audit log that has the operator and the items', async () => {
    await readParties([heldItemId], riskOperator.key);
    const { body } = await bank.call('/v1/ops/audit?action=read.listWorkParties&limit=1', {
      key: OPERATOR_KEY,
    });
    expect(body.data[0]).toMatchObject({ actor: riskOperator.id, detail: { shown: [heldItemId] } });
  });

  it('are shown to the roles of the queue, and of no more than a hundred items', async () => {
    expect(outcomeOf(await readParties([heldItemId], complianceOperator.key))).toEqual([
      403,
      'role_required',
    ]);
    for (const ids of [
      ['cus_x'],
      [''],
      Array.from({ length: 101 }, (_, index) => `rvw_${index}`),
    ]) {
      const answer = await readParties(ids);
      expect(outcomeOf(answer)).toEqual([400, 'invalid_parameter']);
      expect(answer.body.errors[0].pointer).toBe('ids');
    }
    const { body } = await readParties(['rvw_06ayx0rw7mf5w0h1y6k2v3c4d5']);
    expect(body.data).toEqual([]);
  });
});

describe.runIf(hasModule('risk'))('a work item', () => {
  it('is assigned to one person who can decide it; of two concurrent changes one is refused', async () => {
    const etag = { 'if-match': '"v1"' };
    const concurrentAnswers = await Promise.all([
      changeItem(heldItemId, { assigneeId: riskOperator.id }, riskOperator.key, etag),
      changeItem(heldItemId, { assigneeId: null, priority: 'urgent' }, OPERATOR_KEY, etag),
    ]);
    expect(concurrentAnswers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const assignAnswer = await changeItem(heldItemId, {
      assigneeId: riskOperator.id,
      priority: 'urgent',
    });
    expect(assignAnswer.body).toMatchObject({ assigneeId: riskOperator.id, priority: 'urgent' });
    expect(idsIn(await listWork('assigneeId=me', riskOperator.key))).toEqual([heldItemId]);
    expect(idsIn(await listWork('assigneeId=nobody'))).not.toContain(heldItemId);
    expect(idsIn(await listWork('priority=urgent'))).toEqual([heldItemId]);
    for (const assigneeId of [complianceOperator.id, 'opr_06ayx0rw7mf5w0h1y6k2v3c4d5']) {
      const answer = await changeItem(heldItemId, { assigneeId });
      expect(outcomeOf(answer)).toEqual([422, 'validation_failed']);
      expect(answer.body.errors[0].pointer).toBe('/assigneeId');
    }
    const unchangedItem = await changeItem(heldItemId, {});
    expect(unchangedItem.body.errors[0].pointer).toBe('/assigneeId');
  });

  it('keeps its notes, which the database refuses to change or delete', async () => {
    for (const note of ['Called the customer', 'She knows the payee']) {
      await actOnWork(`${heldItemId}/notes`, { note }, riskOperator.key);
    }
    const { body } = await bank.call(`/v1/ops/work/${heldItemId}?environment=sandbox`, {
      key: riskOperator.key,
    });
    expect(body.notes).toMatchObject([
      { author: riskOperator.id, body: 'Called the customer' },
      { author: riskOperator.id, body: 'She knows the payee' },
    ]);
    expect(() => runSql("UPDATE work_notes SET body = ''")).toThrow('never changes');
    expect(() => runSql('DELETE FROM work_notes')).toThrow('never deleted');
    const { body: audit } = await bank.call(
      `/v1/ops/audit?objectId=${heldItemId}&action=work.noted&limit=10`,
      { key: OPERATOR_KEY },
    );
    expect(audit.data).toHaveLength(2);
    expect(JSON.stringify(audit)).not.toContain('She knows');
  });
});

describe.runIf(hasModule('risk'))('closing several alerts with one reason', () => {
  it('closes the alerts, and names the items that cannot be closed in this way', async () => {
    const closeAnswer = await actOnWork(
      'close',
      { ids: [...alertIds, heldItemId, 'aml_x'], resolution: 'false_positive', reason: 'Salaries' },
      riskOperator.key,
    );
    expect(closeAnswer.body).toMatchObject({ closed: alertIds.length, refused: 2 });
    expect(closeAnswer.body.data.slice(-2)).toMatchObject([
      { id: heldItemId, closed: false, code: 'invalid_state_transition' },
      { id: 'aml_x', closed: false, code: 'work_item_not_found' },
    ]);
    const repeatedAnswer = await actOnWork(
      'close',
      { ids: alertIds, resolution: 'false_positive', reason: 'Salaries' },
      riskOperator.key,
    );
    expect(repeatedAnswer.body).toMatchObject({ closed: alertIds.length, refused: 0 });
    expect(idsIn(await listWork('queue=account_alerts'))).toEqual([]);
    const [alert = ''] = alertIds;
    const closedItem = await bank.call(`/v1/ops/work/${alert}?environment=sandbox`, {
      key: riskOperator.key,
    });
    expect(closedItem.body.isOpen).toBe(false);
    expect(outcomeOf(await changeItem(alert, { priority: 'low' }))).toEqual([
      409,
      'invalid_state_transition',
    ]);
  });

  it('requires a reason, 1 to 100 ids and a valid resolution', async () => {
    const goodBody = { ids: alertIds, resolution: 'false_positive', reason: 'Salaries' };
    await writesNothing(bank, async () => {
      for (const [fields, pointer] of [
        [{ ids: [] }, '/ids'],
        [{ resolution: 'sar_filed' }, '/resolution'],
        [{ reason: '' }, '/reason'],
        [{ ids: Array(101).fill('aml_x') }, '/ids'],
      ] as const) {
        const answer = await actOnWork('close', { ...goodBody, ...fields });
        expect(outcomeOf(answer)).toEqual([422, 'validation_failed']);
        expect(answer.body.errors[0].pointer).toBe(pointer);
      }
    });
  });
});

describe.runIf(hasModule('risk') && hasModule('aml'))(
  'the names of the parties of an AML case',
  () => {
    it('are the customer and the counterparties with the most money, except erased ones', async () => {
      const accounts = await openAccounts(bank, key, [0]);
      await launder(async (path, body) => (await bank.call(path, { key, body })).body, accounts);
      const { body } = await listWork('queue=aml_cases');
      const { id, customerId } = body.data[0];
      expect(customerId).toBe(accounts.customerId);
      const [item] = (await readParties([id])).body.data;
      const names = item.parties.map(({ role, name }: { role: string; name: string }) => [
        role,
        name.replace(/[A-J]$/, ''),
      ]);
      expect(names).toEqual([
        ['customer', expect.any(String)],
        ['other', 'Far Away'],
        ['other', 'Payer Number '],
        ['other', 'Payer Number '],
      ]);
      expect(item.more).toBe(8);
      runSql(
        `INSERT INTO customer_erasures (customer_id, tenant_id, status, part, at_account, at_key, rows,
         requested_by, approved_by, reason, request_id, started_at)
       SELECT id, tenant_id, 'running', 0, '', '', 0, 'x', 'y', 'z', 'r', 1 FROM customers
       WHERE id = ?`,
        customerId,
      );
      const [itemAfter] = (await readParties([id])).body.data;
      expect(itemAfter.parties[0]).toEqual({ role: 'customer', name: null, customerId });
    });
  },
);
