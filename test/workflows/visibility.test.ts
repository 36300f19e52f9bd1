// Operators find each transfer in Temporal by the details that they know, and each workflow states
// its current step and the event for which it waits.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TransferFacts } from '../../db/transactions/port.ts';
import { dayAt } from '../../ledger/value-date.ts';
import { transfersWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import { QUERY_BY } from '../../pages/console/state/temporal-queries.ts';
import { CANCEL } from '../../workflows/messages.ts';
import { ensureWorkflow } from '../../workflows/record-workflows.ts';
import { startSettled, startTransfers } from '../../workflows/start.ts';
import { hasModule } from '../kit/bank/bank.ts';
import { type Pair, TENANT } from '../kit/bank/books.ts';
import { playBatch } from '../kit/workflows/batch-scenarios.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { confirmWithCode, setLimitTerms } from '../kit/workflows/scenario-acts.ts';

const AMOUNT = 437;

let rig: Rig;
let pair: Pair;
beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
  pair = await rig.openPair(100_000);
});
afterAll(() => rig.close());

const accept = (fields = {}): Promise<TransferFacts> =>
  rig.accept({
    amount: AMOUNT,
    sourceAccountId: pair.from,
    destinationAccountId: pair.to,
    ...fields,
  });

/** Returns the ids of this ledger's workflows that a query finds; waits until there is one. */
async function findIds(query: string): Promise<string[]> {
  const ownQuery = `${query} AND TaskQueue = "${rig.ledger.taskQueue}"`;
  const until = Date.now() + 10_000;
  for (;;) {
    const ids: string[] = [];
    for await (const item of rig.client.workflow.list({ query: ownQuery }))
      ids.push(item.workflowId);
    // Visibility follows the history after a moment.
    if (ids.length > 0 || Date.now() > until) return ids;
    await sleep(50);
  }
}

const handleOf = (workflowId: string) => rig.client.workflow.getHandle(workflowId);

/** The summaries of a workflow's steps and timers, in their order. */
async function listSummaries(workflowId: string): Promise<string[]> {
  const { events } = await handleOf(workflowId).fetchHistory();
  return (events ?? []).flatMap(({ userMetadata }) => {
    const data = userMetadata?.summary?.data;
    return data ? [JSON.parse(Buffer.from(data).toString())] : [];
  });
}

async function readDetails(workflowId: string): Promise<string> {
  const metadata = await handleOf(workflowId).query<{ currentDetails: string }>(
    '__temporal_workflow_metadata',
  );
  return metadata.currentDetails;
}

describe('a single transfer in Temporal', () => {
  it('is found by its id, tenant, currency and amount', async () => {
    const facts = await accept({ amount: AMOUNT + 1 });
    await startTransfers(rig.starter, [facts]);
    const workflowId = transferWorkflowId(facts.id);
    expect(await findIds(`TransactionId = "${facts.id}"`)).toEqual([workflowId]);
    const query = `Tenant = "${TENANT}" AND Currency = "EUR" AND AmountMinor = ${AMOUNT + 1}`;
    expect(await findIds(query)).toEqual([workflowId]);
    const range = `TransactionFrom <= "${facts.id}" AND TransactionTo >= "${facts.id}"`;
    expect(await findIds(range)).toEqual([workflowId]);
  });

  it("is found by the console's links: its customer, an account and the developer", async () => {
    const facts = await accept({ capture: 'manual' });
    await startTransfers(rig.starter, [facts]);
    const workflowId = transferWorkflowId(facts.id);
    expect(await findIds(`TransactionId = "${facts.id}" AND BankState = "pending"`)).toEqual([
      workflowId,
    ]);
    const { customerId } = (await rig.find(facts.id)).transaction;
    for (const query of [
      QUERY_BY.customer(customerId ?? ''),
      QUERY_BY.account(pair.from),
      QUERY_BY.developer(TENANT),
    ]) {
      expect(await findIds(`(${query})`), query).toContain(workflowId);
    }
    await rig.message(CANCEL, facts.id);
  });

  it('has a summary, as has each of its steps', async () => {
    const facts = await accept();
    await startTransfers(rig.starter, [facts]);
    const workflowId = transferWorkflowId(facts.id);
    await handleOf(workflowId).result();
    const description = await handleOf(workflowId).describe();
    expect(await description.staticSummary()).toBe('transfer of 4.37 EUR');
    expect(await listSummaries(workflowId)).toContain('decide and book');
  });

  it('that was declined is found by its state', async () => {
    const facts = await accept({ amount: 1_000_000 });
    await startTransfers(rig.starter, [facts]);
    expect(await findIds(`BankState = "declined"`)).toEqual([transferWorkflowId(facts.id)]);
  });
});

describe('a waiting transfer in Temporal', () => {
  it('is found by its accounts, customer and state, however it was started', async () => {
    const [first, second] = [await accept(), await accept()];
    const [loneMember, member] = [
      await accept({ capture: 'manual' }),
      await accept({ capture: 'manual' }),
    ];
    await startTransfers(rig.starter, [loneMember]);
    await startTransfers(rig.starter, [first, second, member]);
    for (const { id } of [loneMember, member]) {
      const filter = `TransactionId = "${id}" AND BankState = "pending" AND AmountMinor = ${AMOUNT}`;
      const workflowId = transferWorkflowId(id);
      expect(await findIds(`${filter} AND AccountIds = "${pair.from}"`)).toEqual([workflowId]);
      expect(await findIds(`${filter} AND AccountIds = "${pair.to}"`)).toEqual([workflowId]);
      const { customerId } = (await rig.find(id)).transaction;
      expect(await findIds(`${filter} AND CustomerId = "${customerId}"`)).toEqual([workflowId]);
    }
  });

  it('shows the awaited event, and afterwards its outcome', async () => {
    const facts = await accept({ capture: 'manual' });
    await startTransfers(rig.starter, [facts]);
    const workflowId = transferWorkflowId(facts.id);
    await findIds(`TransactionId = "${facts.id}" AND BankState = "pending"`);
    expect(await readDetails(workflowId)).toMatch(
      hasModule('risk')
        ? /^pending, screened, .*\. Holds 4\.37 EUR: waits for a capture/
        : /^pending\. Holds 4\.37 EUR: waits for a capture/,
    );
    await rig.message(CANCEL, facts.id);
    await handleOf(workflowId).result();
    expect(await readDetails(workflowId)).toMatch(
      hasModule('risk') ? /^canceled, screened, / : /^canceled/,
    );
    expect(await findIds(`TransactionId = "${facts.id}" AND BankState = "canceled"`)).toHaveLength(
      1,
    );
    const summaries = await listSummaries(workflowId);
    expect(summaries).toContain('end of the hold');
    expect(summaries).toContain('release the held money, as the client asked');
  });
});

describe('the details of a transfer that waits for several things in turn', () => {
  const waitForDetails = async (workflowId: string, form: RegExp) => {
    await expect.poll(() => readDetails(workflowId), { timeout: 10_000 }).toMatch(form);
  };

  it.runIf(hasModule('access'))('name the confirmation first, and then the capture', async () => {
    const ownPair = await rig.openPair(1_000);
    await setLimitTerms(rig, ownPair.from, { requireMfaAbove: 100 });
    const sides = { sourceAccountId: ownPair.from, destinationAccountId: ownPair.to };
    const facts = await accept({ ...sides, capture: 'manual' });
    await startTransfers(rig.starter, [facts]);
    const workflowId = transferWorkflowId(facts.id);
    await waitForDetails(workflowId, /^requires_confirmation\. Holds nothing/);
    await confirmWithCode(rig, facts.id);
    await waitForDetails(workflowId, /^pending.*Holds 4\.37 EUR: waits for a capture/);
    expect(await findIds(`TransactionId = "${facts.id}" AND BankState = "pending"`)).toHaveLength(
      1,
    );
    await rig.message(CANCEL, facts.id);
    expect(await handleOf(workflowId).result()).toMatchObject({ status: 'canceled' });
  });

  it('say that it waits for its value date, and mention no capture, because nothing is held', async () => {
    const facts = await accept({ valueDate: dayAt(Date.now()) + 2 });
    await startTransfers(rig.starter, [facts]);
    const workflowId = transferWorkflowId(facts.id);
    await waitForDetails(workflowId, /^pending\. Holds nothing: waits for its day/);
    expect(await listSummaries(workflowId)).toContain('its day begins');
    await rig.message(CANCEL, facts.id);
    expect(await handleOf(workflowId).result()).toMatchObject({ status: 'canceled' });
  });
});

describe('a member of a group in Temporal', () => {
  it('is found by a range around its id, in a workflow that states its number of members', async () => {
    const members = [await accept(), await accept(), await accept()];
    await startTransfers(rig.starter, members);
    const workflowId = transfersWorkflowId(members[0]?.id ?? '');
    for (const { id } of members) {
      const range = `TransactionFrom <= "${id}" AND TransactionTo >= "${id}"`;
      expect(await findIds(range)).toContain(workflowId);
    }
    const description = await handleOf(workflowId).describe();
    expect(await description.staticSummary()).toBe('3 transactions');
    await handleOf(workflowId).result();
    expect(await listSummaries(workflowId)).toContain('decide and book the group');
  });
});

describe('an item of a batch in Temporal', () => {
  it('is found by a range around its id, in the workflow of its batch', async () => {
    const { batchId, workflowId } = await playBatch(rig, 'best_effort', null);
    const ids = rig.faultFreeLedger.database.raw
      .prepare<[string], string>(
        'SELECT transaction_id FROM batch_items WHERE batch_id = ? ORDER BY item_index',
      )
      .pluck()
      .all(batchId);
    for (const id of [ids[0], ids[299], ids.at(-1)]) {
      const range = `TransactionFrom <= "${id}" AND TransactionTo >= "${id}"`;
      expect(await findIds(range)).toContain(workflowId);
    }
  });
});

describe('a search in Temporal', () => {
  it('finds a mail by its id, and a group by the owner of its transactions', async () => {
    await ensureWorkflow(rig.starter, 'mail', 'eml_found');
    expect(await findIds('Ids = "eml_found"')).toEqual(['mail/eml_found']);
    const members = [await accept(), await accept()];
    const workflowId = transfersWorkflowId(members[0]?.id ?? '');
    await startSettled(rig.starter, { workflowId, members, remark: 'test' });
    expect(await findIds(`Tenants = "${TENANT}"`)).toContain(workflowId);
  });

  it('finds a network payment by its type, its amount and its account', async () => {
    const facts = await accept({ amount: AMOUNT + 7 });
    await ensureWorkflow(rig.starter, 'railPayment', {
      ...facts,
      sourceAccountId: pair.from,
      destinationAccountId: null,
    });
    const workflowId = `rail-payment/${facts.id}`;
    const query = `WorkflowType = "railPayment" AND AmountMinor = ${AMOUNT + 7}`;
    expect(await findIds(`${query} AND AccountIds = "${pair.from}"`)).toEqual([workflowId]);
    // The workflow may have ended by itself, because there is no such payment.
    await handleOf(workflowId)
      .terminate('there is no such payment')
      .catch(() => undefined);
    await handleOf('mail/eml_found').terminate('there is no such mail');
  });
});
