// Events of transactions are stored as facts: small, and rendered as originally written, despite
// later changes of the transaction.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEvents } from '../../../db/events/reads.ts';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { acceptTransaction, settleTransactions } from '../../../db/money/calls.ts';
import { factsOf } from '../../../db/transactions/event-facts.ts';
import { type TransactionParts, transactionView } from '../../../db/transactions/view.ts';
import { type FilledLedger, openFilledLedger } from '../ledger-file.ts';
import { draftOf, tellerOf, WORKFLOW } from '../teller.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await openFilledLedger();
});
afterAll(() => filled.ledger.close());

const tellerIn = ({ ledger }: FilledLedger) =>
  tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql) => void ledger.database.raw.exec(sql),
  });

async function eventsOf(tenantId: string) {
  const page = await listEvents(filled.ledger, { tenantId, afterSequence: 0, limit: 100 });
  expect(page.hasMore).toBe(false);
  return page.data;
}

describe('a stored event of a transaction', () => {
  test('reads the same before and after each later change', async () => {
    const teller = tellerIn(filled);
    const from = await teller.account({ funds: 1_000 });
    const to = await teller.account();
    const read: string[] = [];
    const expectUnchanged = async () => {
      const now = (await eventsOf(teller.tenantId)).map((event) => JSON.stringify(event));
      expect(now.slice(0, read.length)).toEqual(read);
      expect(now.length).toBeGreaterThan(read.length);
      read.splice(0, read.length, ...now);
    };
    const posted = await teller.post({ from, to, amount: 100 });
    await expectUnchanged();
    const heldId = await teller.hold({ from, to, amount: 60 });
    await expectUnchanged();
    await teller.capture(heldId, 20);
    await expectUnchanged();
    const reversal = await teller.reverse(posted, { amount: 40 });
    await teller.settle(reversal.id);
    await expectUnchanged();
    await teller.settle((await teller.reverse(posted, {})).id);
    await expectUnchanged();
    await filled.ledger.run(signCheckpoint, null);
    await teller.send({ from, to, amount: 100_000 });
    await expectUnchanged();
  });

  test('takes less than 180 bytes where only money moved', async () => {
    const { raw } = filled.ledger.database;
    const stored = raw
      .prepare<[string], { type: string; data: string }>(
        'SELECT type, data FROM events WHERE object_id = ? ORDER BY sequence',
      )
      .all(filled.transactions.posted);
    expect(stored.map(({ type }) => type)).toEqual([
      'transaction.created',
      'transaction.posted',
      'transaction.anchored',
    ]);
    for (const { data } of stored.slice(0, 2)) expect(data.length).toBeLessThan(180);
  });

  test('is stored without the key of its transaction, and read with it', async () => {
    const teller = tellerIn(filled);
    const from = await teller.account({ funds: 1_000 });
    const to = await teller.account();
    const draft = draftOf(teller.tenantId, { from, to, amount: 5, key: 'told once' });
    const { id } = await filled.ledger.run(acceptTransaction, draft);
    await filled.ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
    const ownEvents = (await eventsOf(teller.tenantId)).filter(({ data }) => data.object.id === id);
    expect(ownEvents.map(({ type, request }) => [type, request.idempotencyKey])).toEqual([
      ['transaction.created', 'told once'],
      ['transaction.posted', 'told once'],
    ]);
    const stored = filled.ledger.database.raw
      .prepare<[string], unknown>('SELECT idempotency_key FROM events WHERE object_id = ?')
      .pluck()
      .all(id);
    expect(stored).toEqual([null, null]);
  });

  test('with the whole object, as after a move to another ledger, is read byte for byte', async () => {
    const { raw } = filled.ledger.database;
    const tenantId = 'ten_moved';
    const object = '{"version":2,"id":"txn_moved","gone":null,"zeta":1,"alpha":{"b":1,"a":[]}}';
    const data = `{"object":${object},"previous":{"status":"pending"}}`;
    raw
      .prepare("INSERT INTO events VALUES (null, ?, ?, 1, ?, 'txn_moved', 2, ?, 'req_1', null, 5)")
      .run('evt_moved', tenantId, 'transaction.posted', data);
    raw.prepare('INSERT INTO counters VALUES (?, 1)').run(`events/${tenantId}`);
    const [event] = await eventsOf(tenantId);
    expect(JSON.stringify(event?.data)).toBe(data);
  });
});

/** A fictitious transaction with every part that a wire form can have. */
const PARTS: TransactionParts = {
  row: {
    id: 'txn_1',
    tenantId: 'ten_1',
    type: 'exchange',
    status: 'posted',
    statusCode: 'limit_exceeded',
    statusMessage: 'Words',
    statusDetail: '{"pointer":"/amount"}',
    amount: 100,
    currency: 'EUR',
    sourceAccountId: 'acc_1',
    destinationAccountId: 'settlement/EUR/ten_1',
    customerId: 'cus_1',
    description: 'Rent',
    reference: 'R-1',
    category: 'housing',
    capture: 'manual',
    externalParty: '{"name":"Ann"}',
    context: '{"ip":"192.0.2.1"}',
    metadata: '{"k":"v"}',
    workflowId: 'transfer/txn_1',
    workflowRunId: 'run',
    ledgerSequence: 7,
    postedAt: 1_795_000_000_000,
    amountPosted: 90,
    amountReversed: 10,
    reversalOf: 'txn_0',
    allowNegative: 0,
    expiresAt: 1_795_000_500_000,
    keyScope: 'POST /v1/transactions',
    idempotencyKey: 'key',
    requestHash: Buffer.alloc(32, 1),
    requestId: 'req_1',
    actor: 'key_1',
    version: 3,
    createdAt: 1_794_999_999_000,
    updatedAt: 1_795_000_000_001,
    scheduleId: 'sch_1',
    occurrenceId: 'occ_1',
    linkedTo: 'txn_2',
    overcapturePercent: 5,
    batchId: 'bat_1',
    paymentId: 'pay_1',
    workflowStartedAt: null,
    intentId: 'int_1',
    stage: 'done',
    valueDate: 20_775,
    archivedVersion: null,
    currentMetadata: null,
    archivedRisk: null,
  },
  entries: [
    { accountId: 'acc_1', direction: 'debit', amount: 90, currency: 'EUR', balanceAfter: 10 },
    {
      accountId: 'settlement/EUR/ten_1',
      direction: 'credit',
      amount: 90,
      currency: 'EUR',
      balanceAfter: -90,
    },
  ],
  hold: {
    id: 'hld_1',
    tenantId: 'ten_1',
    transactionId: 'txn_1',
    accountId: 'acc_1',
    destinationAccountId: 'acc_2',
    amount: 100,
    capturedAmount: 90,
    currency: 'EUR',
    status: 'captured',
    expiresAt: 1_795_000_500_000,
    createdAt: 1_794_999_999_000,
    updatedAt: 1_795_000_000_001,
  },
  exchange: null,
  leafHash: Buffer.alloc(32, 2),
  fees: [],
  risk: null,
  reversedBy: ['txn_9'],
  rail: null,
  livemode: false,
};

describe('stored event facts', () => {
  // When one of these tests fails, the wire form of a transaction has changed. Earlier events must
  // still be rendered as before: give the new form the next number in
  // db/transactions/event-facts.ts, and keep rendering the older form for its events.
  test.each([
    ['all parts', PARTS, 'H1sSQjao3gA'],
    ['a birth', atBirth(PARTS), 'Wux2aPD_5WP'],
  ])('renders %s unchanged', (_, parts, digest) => {
    expect(factsOf(parts, transactionView(parts), null)).toMatchObject({ facts: 1, digest });
  });
});

function atBirth({ row, ...parts }: TransactionParts): TransactionParts {
  const pendingFields = { status: 'pending', stage: 'accepted', version: 1 } as const;
  const noReason = { statusCode: null, statusMessage: null, statusDetail: null };
  const unbookedFields = {
    ledgerSequence: null,
    postedAt: null,
    amountPosted: null,
    amountReversed: 0,
  };
  const other = { entries: [], hold: null, leafHash: null, reversedBy: [] };
  return { ...parts, ...other, row: { ...row, ...pendingFields, ...noReason, ...unbookedFields } };
}
