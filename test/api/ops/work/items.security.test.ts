// Work of operators: in queues of their roles, with its assignee, urgency and age, permanent notes,
// and one reason for many items.

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
let risk: { id: string; key: string };
let compliance: { id: string; key: string };
let heldItemId: string;
let alerts: string[];
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
  risk = await createOperator(bank, ['risk']);
  compliance = await createOperator(bank, ['compliance']);
  const all = (await list()).body.data as { id: string; queue: string }[];
  heldItemId = all.find(({ queue }) => queue === 'payment_reviews')?.id ?? '';
  alerts = all.flatMap(({ id, queue }) => (queue === 'account_alerts' ? [id] : []));
});
afterAll(() => bank.close());

const list = (query = '', callerKey = OPERATOR_KEY) =>
  bank.call(`/v1/ops/work?environment=sandbox&${query}`, { key: callerKey });
const idsIn = ({ body }: Answer) => (body.data as { id: string }[]).map(({ id }) => id);
const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const act = (
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
  act(id, { reason: 'Knows it', ...fields }, callerKey, 'PATCH', headers);
const parties = (ids: readonly string[], callerKey = OPERATOR_KEY) =>
  bank.call(`/v1/ops/work/parties?environment=sandbox&ids=${ids.join(',')}`, { key: callerKey });
const runSql = (sql: string, ...values: string[]) =>
  bank.bank.environments.sandbox.ledger.database.raw.prepare(sql).run(...values);

describe.runIf(hasModule('risk'))('the list of waiting work', () => {
  it('contains every item with age and priority, those with waiting money first, and counts', async () => {
    const { body } = await list();
    expect(body.data[0]).toMatchObject({
      id: heldItemId,
      queue: 'payment_reviews',
      priority: 'high',
    });
    expect(alerts.length).toBeGreaterThanOrEqual(2);
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
    expect(openCounts).toMatchObject({ payment_reviews: 1, account_alerts: alerts.length });
    const [firstCount] = counts.body.data;
    expect(firstCount).toMatchObject({ unassigned: 1, high: 1, urgent: 0 });
    expect(firstCount.oldestSeconds).toBeGreaterThanOrEqual(0);
  });

  it('is paged without losing or repeating an item', async () => {
    const all = idsIn(await list('limit=100'));
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages++) {
      const { body } = await list(`limit=1${cursor}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      if (!body.hasMore) break;
      cursor = `&startingAfter=${body.nextCursor}`;
    }
    expect(seen).toEqual(all);
    expect(outcomeOf(await list('startingAfter=rvw_06ayx0rw7mf5w0h1y6k2v3c4d5'))).toEqual([
      400,
      'invalid_cursor',
    ]);
  });

  it('is shown to the roles of its queue, and to no other', async () => {
    expect(idsIn(await list('', risk.key))).toContain(heldItemId);
    expect(idsIn(await list('', compliance.key))).toEqual([]);
    await writesNothing(bank, async () => {
      const denied = [
        await list('queue=payment_reviews', compliance.key),
        await bank.call(`/v1/ops/work/${heldItemId}?environment=sandbox`, { key: compliance.key }),
        await changeItem(heldItemId, { priority: 'low' }, compliance.key),
        await act(`${heldItemId}/notes`, { note: 'x' }, compliance.key),
      ];
      for (const answer of denied) expect(outcomeOf(answer)).toEqual([403, 'role_required']);
      expect(outcomeOf(await changeItem('rvw_nothing', { priority: 'low' }))).toEqual([
        404,
        'work_item_not_found',
      ]);
    });
  });
});

describe.runIf(hasModule('risk'))('the names behind the list', () => {
  it('are those of payer and payee, for items in the requested order', async () => {
    const [firstAlertId = ''] = alerts;
    const { body } = await parties([firstAlertId, heldItemId], risk.key);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([firstAlertId, heldItemId]);
    for (const item of body.data) {
      expect(item.parties.map(({ role }: { role: string }) => role)).toEqual(['payer', 'payee']);
      for (const { name, customerId: id } of item.parties) {
        const customer = await bank.call(`/v1/customers/${id}`, { key });
        expect(customer.body.name).toBe(name);
      }
    }
  });

  it("are read in the operator's name, and the audit log records the persons shown", async () => {
    await parties([heldItemId], risk.key);
    const { body } = await bank.call('/v1/ops/audit?action=read.listWorkParties&limit=1', {
      key: OPERATOR_KEY,
    });
    expect(body.data[0]).toMatchObject({ actor: risk.id, detail: { shown: [heldItemId] } });
  });

  it('are shown to the roles of the queue, and of no more than a hundred items', async () => {
    expect(outcomeOf(await parties([heldItemId], compliance.key))).toEqual([403, 'role_required']);
    for (const ids of [
      ['cus_x'],
      [''],
      Array.from({ length: 101 }, (_, index) => `rvw_${index}`),
    ]) {
      const answer = await parties(ids);
      expect(outcomeOf(answer)).toEqual([400, 'invalid_parameter']);
      expect(answer.body.errors[0].pointer).toBe('ids');
    }
    const { body } = await parties(['rvw_06ayx0rw7mf5w0h1y6k2v3c4d5']);
    expect(body.data).toEqual([]);
  });
});

describe.runIf(hasModule('risk'))('a work item', () => {
  it('is assigned to one person who can decide the item, and not to two at once', async () => {
    const etag = { 'if-match': '"v1"' };
    const racedChanges = await Promise.all([
      changeItem(heldItemId, { assigneeId: risk.id }, risk.key, etag),
      changeItem(heldItemId, { assigneeId: null, priority: 'urgent' }, OPERATOR_KEY, etag),
    ]);
    expect(racedChanges.map(({ status }) => status).sort()).toEqual([200, 412]);
    const input = await changeItem(heldItemId, { assigneeId: risk.id, priority: 'urgent' });
    expect(input.body).toMatchObject({ assigneeId: risk.id, priority: 'urgent' });
    expect(idsIn(await list('assigneeId=me', risk.key))).toEqual([heldItemId]);
    expect(idsIn(await list('assigneeId=nobody'))).not.toContain(heldItemId);
    expect(idsIn(await list('priority=urgent'))).toEqual([heldItemId]);
    for (const assigneeId of [compliance.id, 'opr_06ayx0rw7mf5w0h1y6k2v3c4d5']) {
      const answer = await changeItem(heldItemId, { assigneeId });
      expect(outcomeOf(answer)).toEqual([422, 'validation_failed']);
      expect(answer.body.errors[0].pointer).toBe('/assigneeId');
    }
    const unchangedItem = await changeItem(heldItemId, {});
    expect(unchangedItem.body.errors[0].pointer).toBe('/assigneeId');
  });

  it('keeps its notes, which no SQL statement can change', async () => {
    for (const note of ['Called the customer', 'She knows the payee']) {
      await act(`${heldItemId}/notes`, { note }, risk.key);
    }
    const { body } = await bank.call(`/v1/ops/work/${heldItemId}?environment=sandbox`, {
      key: risk.key,
    });
    expect(body.notes).toMatchObject([
      { author: risk.id, body: 'Called the customer' },
      { author: risk.id, body: 'She knows the payee' },
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
  it('closes the alerts, and names the items that can only be decided singly', async () => {
    const closeAnswer = await act(
      'close',
      { ids: [...alerts, heldItemId, 'aml_x'], resolution: 'false_positive', reason: 'Salaries' },
      risk.key,
    );
    expect(closeAnswer.body).toMatchObject({ closed: alerts.length, refused: 2 });
    expect(closeAnswer.body.data.slice(-2)).toMatchObject([
      { id: heldItemId, closed: false, code: 'invalid_state_transition' },
      { id: 'aml_x', closed: false, code: 'work_item_not_found' },
    ]);
    const repeatedAnswer = await act(
      'close',
      { ids: alerts, resolution: 'false_positive', reason: 'Salaries' },
      risk.key,
    );
    expect(repeatedAnswer.body).toMatchObject({ closed: alerts.length, refused: 0 });
    expect(idsIn(await list('queue=account_alerts'))).toEqual([]);
    const [alert = ''] = alerts;
    const file = await bank.call(`/v1/ops/work/${alert}?environment=sandbox`, { key: risk.key });
    expect(file.body.isOpen).toBe(false);
    expect(outcomeOf(await changeItem(alert, { priority: 'low' }))).toEqual([
      409,
      'invalid_state_transition',
    ]);
  });

  it('requires the reason, the ids and the resolution', async () => {
    const goodBody = { ids: alerts, resolution: 'false_positive', reason: 'Salaries' };
    await writesNothing(bank, async () => {
      for (const [fields, pointer] of [
        [{ ids: [] }, '/ids'],
        [{ resolution: 'sar_filed' }, '/resolution'],
        [{ reason: '' }, '/reason'],
        [{ ids: Array(101).fill('aml_x') }, '/ids'],
      ] as const) {
        const answer = await act('close', { ...goodBody, ...fields });
        expect(outcomeOf(answer)).toEqual([422, 'validation_failed']);
        expect(answer.body.errors[0].pointer).toBe(pointer);
      }
    });
  });
});

describe.runIf(hasModule('risk') && hasModule('aml'))('the names behind an alert', () => {
  it('are the customer and the counterparties with the most money, except erased ones', async () => {
    const accounts = await openAccounts(bank, key, [0]);
    await launder(async (path, body) => (await bank.call(path, { key, body })).body, accounts);
    const { body } = await list('queue=aml_cases');
    const { id, customerId } = body.data[0];
    expect(customerId).toBe(accounts.customerId);
    const [firstParty] = (await parties([id])).body.data;
    const names = firstParty.parties.map(({ role, name }: { role: string; name: string }) => [
      role,
      name.replace(/[A-J]$/, ''),
    ]);
    expect(names).toEqual([
      ['customer', expect.any(String)],
      ['other', 'Far Away'],
      ['other', 'Payer Number '],
      ['other', 'Payer Number '],
    ]);
    expect(firstParty.more).toBe(8);
    runSql(
      `INSERT INTO customer_erasures (customer_id, tenant_id, status, part, at_account, at_key, rows,
         requested_by, approved_by, reason, request_id, started_at)
       SELECT id, tenant_id, 'running', 0, '', '', 0, 'x', 'y', 'z', 'r', 1 FROM customers
       WHERE id = ?`,
      customerId,
    );
    const [partyAfter] = (await parties([id])).body.data;
    expect(partyAfter.parties[0]).toEqual({ role: 'customer', name: null, customerId });
  });
});
