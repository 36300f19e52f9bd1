// Data held about a customer: the catalogue contains each table of the ledger, and an erasure runs
// in slices and resumes after a stop of the bank.

import { expect, onTestFinished, test } from 'vitest';
import { erasureSweep } from '../../../bank/sweeps/erasures.ts';
import { moveAccount } from '../../../db/accounts/acts.ts';
import { SUBJECT_TABLES } from '../../../db/all-subject-tables.ts';
import { changeCustomer } from '../../../db/customers/acts.ts';
import { customerErasureView } from '../../../db/customers/erasure-reads.ts';
import { beginErasure, eraseSlice } from '../../../db/customers/erasures.ts';
import { HELD_TABLES } from '../../../db/customers/held-data.ts';
import { heldPages } from '../../../db/customers/held-records.ts';
import { findCustomer } from '../../../db/customers/reads.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { ledgerTerms } from '../../../db/kernel/terms.ts';
import { openLedger } from '../../../db/ledger.ts';
import { EVERY_SUBJECT } from '../../../db/subjects.ts';
import { violationsOf } from '../sqlite-rig.ts';
import { tellerOf } from '../teller.ts';

/** Tables without a text about a person: ids, amounts, hashes, and the developer's own data. */
const WITHOUT_CONTENT = [
  ...[
    'bank',
    'losses',
    'lost_records',
    'ledger',
    'counters',
    'log_head',
    'environment',
    'clocks',
    'lane',
    'act_marks',
    'traces',
  ],
  ...[
    'hold_movements',
    'holds',
    'hold_orders',
    'leaves',
    'leaf_salts',
    'leaf_erasures',
    'log_nodes',
    'log_keys',
  ],
  ...['checkpoints', 'anchors', 'anchoring', 'chains', 'chain_status', 'chain_transactions'],
  ...['chain_attempts', 'contract_executions', 'quotes', 'exchanges', 'settlement_terms'],
  ...['webhook_endpoints', 'relay_cursor', 'mailboxes', 'deliveries', 'delivery_attempts'],
  ...['delivery_retention', 'simulated_failures', 'simulated_hits', 'idempotency_keys'],
  ...['limit_terms', 'limit_usage', 'overdrafts', 'overdraft_fees', 'occurrences', 'payments'],
  ...['batches', 'batch_reserves', 'batch_references', 'batch_slices', 'batch_staging'],
  ...['alert_readings', 'rail_payments', 'step_ups', 'passkey_challenges', 'rescreenings'],
  // Rows about an external name for all customers, which are not data of one customer.
  ...['screening_clearances', 'relied_lists'],
  ...['aml_days', 'credit_outcomes', 'work_items', 'timeline', 'approvals', 'account_approvals'],
  ...['models', 'model_versions', 'model_aliases', 'deployment_observations', 'training_jobs'],
  ...['training_datasets', 'model_drift_evaluations', 'model_scorings', 'model_deployments'],
  ...['model_alarms', 'engine_models', 'engine_model_versions', 'model_entries'],
  ...['model_validations', 'model_findings'],
  // Triggers update it with the metadata of its object; events are erased separately.
  ...['metadata_terms', 'events', 'customer_erasures', '__drizzle_migrations'],
  ...['archives', 'archive_orders', 'tenant_moves', 'departed_leaves', 'arrived_leaves'],
];

const tablesIn = (raw: ReturnType<typeof openDatabase>['raw']) =>
  raw
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();

test('each table of the ledger is in the erasure catalogue, or known to have no content', () => {
  const { raw } = openDatabase(':memory:', 'ledger');
  const heldTables = HELD_TABLES.map(({ table }) => table);
  const knownValues = new Set([...heldTables, ...WITHOUT_CONTENT]);
  expect(tablesIn(raw).filter((table) => !knownValues.has(table))).toEqual([]);
  const columns = (table: string) =>
    (raw.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
  for (const { table, erased, key } of HELD_TABLES) {
    expect(columns(table), table).toContain(key);
    if (typeof erased === 'string') continue;
    for (const name of Object.keys(erased)) expect(columns(table), table).toContain(name);
  }
});

test('an erasure deletes the notes of operators on items of every queue', () => {
  const sources = SUBJECT_TABLES.flatMap(({ work }) => work?.sources ?? []);
  const notes = HELD_TABLES.filter(({ table }) => table === 'work_notes');
  const isErased = (table: string) => notes.some(({ where }) => where.includes(` FROM ${table} `));
  expect(sources.length).toBeGreaterThan(7);
  expect(sources.filter(({ table }) => !isErased(table)).map(({ queue }) => queue)).toEqual([]);
});

const NAME = 'Zebedee';

/** Makes a customer with payments whose texts all contain a marker, and another customer. */
async function createCustomerWithTexts(subjects = EVERY_SUBJECT, file = ':memory:') {
  const options = { environment: 'sandbox', file, retentionDays: 0 } as const;
  const ledger = openLedger({ ...options, subjects });
  onTestFinished(() => ledger.close());
  const { raw } = ledger.database;
  const execute = async (sql: string) => void raw.exec(sql);
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute,
  });
  const account = await teller.account();
  const other = await teller.account();
  const owner = raw
    .prepare<[string], string>('SELECT customer_id FROM accounts WHERE id = ?')
    .pluck();
  const customerId = owner.get(account) ?? '';
  const texts = { description: `Memo of ${NAME}`, metadata: { by: NAME } };
  for (let i = 0; i < 10; i += 1) await teller.post({ to: account, amount: 100, ...texts });
  await teller.post({ from: account, to: other, amount: 400, ...texts });
  await teller.post({ from: account, amount: 600, ...texts });
  const { tenantId } = teller;
  const cause = { actor: 'key_test', requestId: 'req_test', idempotencyKey: null };
  const fields = { name: NAME, email: `${NAME}@example.com`, address: { line1: NAME } };
  await ledger.run(changeCustomer, { tenantId, customerId, fields, ifVersion: null, cause });
  return { ledger, raw, tenantId, customerId, account, other, cause, owner, teller };
}

type PreparedCustomer = Awaited<ReturnType<typeof createCustomerWithTexts>>;

const close = ({ ledger, account, cause }: PreparedCustomer) =>
  ledger.run(moveAccount, {
    ...{ tenantId: null, accountId: account, to: 'closed', freezeReason: null, message: null },
    ...{ creditsBlocked: false, ifVersion: null, cause },
  });
const orderErasure = ({ ledger, customerId, cause }: PreparedCustomer) =>
  ledger.run(beginErasure, {
    ...{ customerId, requestedBy: 'opr_1', approvedBy: 'opr_2', reason: 'Asked for', cause },
  });

/** Returns the tables with a row that contains the marker. */
function tablesWithMarker({ raw }: Pick<PreparedCustomer, 'raw'>): string[] {
  return tablesIn(raw).filter((table) =>
    raw
      .prepare(`SELECT * FROM "${table}"`)
      .all()
      .some((row) => JSON.stringify(row).includes(NAME)),
  );
}

test('an erasure is refused while an account is open, and begins once', async () => {
  const all = await createCustomerWithTexts();
  await expect(orderErasure(all)).rejects.toMatchObject({ code: 'erasure_not_due' });
  await close(all);
  expect(await orderErasure(all)).toEqual({ replayed: false });
  expect(await orderErasure(all)).toEqual({ replayed: true });
});

test('records are kept for the legal period after the last business', async () => {
  const all = await createCustomerWithTexts();
  await close(all);
  const { database } = all.ledger;
  ledgerTerms.set(database, { ...ledgerTerms(database), retentionDays: 30 });
  expect(customerErasureView(all.ledger, all.customerId)).toMatchObject({
    status: 'held_up',
    obstacles: [{ code: 'retention', objectId: null }],
  });
});

test.each([
  { subjects: EVERY_SUBJECT, of: 'every subject' },
  { subjects: [], of: 'no subject' },
])(
  'an erasure in slices of any size removes everything that names the customer, and the books balance, in a ledger of $of',
  async ({ subjects }) => {
    const all = await createCustomerWithTexts(subjects);
    const { ledger, raw, customerId } = all;
    await close(all);
    expect(tablesWithMarker(all)).toEqual(
      expect.arrayContaining(['customers', 'events', 'transactions']),
    );
    const sums = raw.prepare('SELECT count(*), sum(amount) FROM entries').get();
    await orderErasure(all);
    let slices = 0;
    for (let isDone = false; !isDone; slices += 1) {
      // The invariants hold between two slices too.
      if (slices % 5 === 0) expect(violationsOf(ledger, Date.now())).toEqual([]);
      isDone = (await ledger.run(eraseSlice, { maxRows: 3 }))?.isDone ?? true;
    }
    expect(slices).toBeGreaterThan(3);
    expect(await ledger.run(eraseSlice, { maxRows: 3 })).toBeNull();
    expect(tablesWithMarker(all)).toEqual([]);
    expect(raw.prepare('SELECT count(*), sum(amount) FROM entries').get()).toEqual(sums);
    expect(violationsOf(ledger, Date.now())).toEqual([]);
    expect(customerErasureView(ledger, customerId)).toMatchObject({ status: 'erased' });
  },
);

test('an erasure that fails keeps its rows, and the erasures of other customers do not wait for it', async () => {
  const all = await createCustomerWithTexts();
  const { ledger, raw, customerId, other, owner, teller } = all;
  const next = owner.get(other) ?? '';
  await teller.post({ from: other, amount: 400 });
  for (const account of [all.account, other]) await close({ ...all, account });
  for (const one of [customerId, next]) await orderErasure({ ...all, customerId: one });
  raw.exec(`CREATE TEMP TRIGGER broken BEFORE UPDATE ON customers WHEN OLD.id = '${customerId}'
            BEGIN SELECT RAISE(ABORT, 'a broken row'); END`);
  const statuses = () =>
    [customerId, next].map((one) => customerErasureView(ledger, one)?.status ?? null);
  const sweep = erasureSweep(ledger);
  await expect(sweep()).rejects.toThrow(`the erasure of ${customerId} failed`);
  expect(statuses()).toEqual(['running', 'erased']);
  raw.exec('DROP TRIGGER broken');
  expect(await sweep()).toBe(1);
  expect(statuses()).toEqual(['erased', 'erased']);
  expect(violationsOf(ledger, Date.now())).toEqual([]);
});

test('a leaf keeps its salt where another customer takes part in the booking', async () => {
  const all = await createCustomerWithTexts();
  await close(all);
  await orderErasure(all);
  while (await all.ledger.run(eraseSlice, { maxRows: 64 })) {}
  const stored = all.raw
    .prepare<[], string>(
      `SELECT l.transaction_id FROM leaves l JOIN leaf_salts s ON s.leaf_index = l.leaf_index
       JOIN transactions t ON t.id = l.transaction_id`,
    )
    .pluck()
    .all();
  expect(stored).toHaveLength(1);
  const parts = all.raw
    .prepare<[string], string>('SELECT account_id FROM entries WHERE transaction_id = ?')
    .pluck()
    .all(stored[0] ?? '');
  expect(parts).toContain(all.other);
});

test('an erased customer cannot open accounts or start anything else', async () => {
  const all = await createCustomerWithTexts();
  const { ledger, raw, tenantId, customerId, account, cause } = all;
  await close(all);
  await orderErasure(all);
  const columns = (raw.pragma('table_info(accounts)') as { name: string }[]).map(({ name }) => {
    if (name === 'id') return "'acc_new'";
    return name === 'account_number' ? "'1'" : name;
  });
  const from = `FROM accounts WHERE id = '${account}'`;
  const insertAgain = `INSERT INTO accounts SELECT ${columns.join()} ${from}`;
  expect(() => raw.exec(insertAgain)).toThrow('an erased customer opens no account');
  expect(() =>
    raw.exec(`INSERT INTO conversations VALUES ('conv_1', '${tenantId}', '${customerId}', '{}',
      0, 1, 1)`),
  ).toThrow('an erased customer begins no conversation');
  const change = { tenantId, customerId, fields: { name: 'Ada' }, ifVersion: null, cause };
  await expect(ledger.run(changeCustomer, change)).rejects.toMatchObject({
    code: 'customer_not_found',
  });
  expect(await findCustomer(ledger, tenantId, customerId)).toBeNull();
});

test('texts are removed only by an erasure, and no other statement can remove them', async () => {
  const all = await createCustomerWithTexts();
  const { raw, tenantId, other, owner } = all;
  const blankEvents = `UPDATE events SET data = '{"erased":true}', idempotency_key = NULL`;
  const run = (sql: string) => () => raw.exec(sql);
  expect(run(blankEvents)).toThrow('the event log is append-only');
  expect(run('UPDATE transactions SET external_party = NULL, reference = NULL')).toThrow();
  await close(all);
  await orderErasure(all);
  expect(run(`UPDATE events SET data = '{"object":{}}' WHERE tenant_id = '${tenantId}'`)).toThrow();
  expect(run(`UPDATE events SET type = 'customer.updated', data = '{"erased":true}'`)).toThrow();
  const stranger = owner.get(other);
  expect(run(`UPDATE customer_erasures SET customer_id = '${stranger}'`)).toThrow();
  expect(run(`UPDATE transactions SET context = '{}'`)).toThrow('what was accepted never changes');
  expect(run('DELETE FROM customer_erasures')).toThrow('an erasure is never forgotten');
});

test('stored data are exported as records: customer, payments, and their events', async () => {
  const { ledger, customerId, other } = await createCustomerWithTexts();
  const results = new Map<string, number>();
  for (const { table, rows } of heldPages(ledger, customerId)) {
    results.set(table, (results.get(table) ?? 0) + rows.length);
    // Records of a payment to another customer contain only the id of that account.
    for (const row of rows) if (table === 'accounts') expect(row.id).not.toBe(other);
  }
  expect(results.get('customers')).toBe(1);
  expect(results.get('transactions')).toBe(12);
  expect(results.get('entries')).toBe(12);
  expect(results.get('events') ?? 0).toBeGreaterThan(24);
  expect([...results.keys()]).not.toContain('aml_cases');
});

test('a text that begins with a bracket is exported as text', async () => {
  const { ledger, raw, tenantId, customerId } = await createCustomerWithTexts();
  const subject = '[Kontor Ltd] Your new sign-in';
  raw
    .prepare(
      `INSERT INTO mails (id, tenant_id, kind, subject_id, recipient, subject, body, is_sealed,
         status, attempts, created_at, updated_at)
       VALUES ('mail_1', ?, 'portal_link', ?, 'a@b.example', ?, '{not JSON', 0, 'queued', 0, 1, 1)`,
    )
    .run(tenantId, customerId, subject);
  const pages = [...heldPages(ledger, customerId)].filter(({ table }) => table === 'mails');
  expect(pages.flatMap(({ rows }) => rows)).toMatchObject([{ subject, body: '{not JSON' }]);
});
