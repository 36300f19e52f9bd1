import { expect, test } from 'vitest';
import { captureHeldMoney } from '../../db/money/calls.ts';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { openAccounts, openTestBank, register } from '../kit/bank/bank.ts';
import { waitUntilWorkflowsStarted } from '../kit/workflows/lane.ts';

test('a workflow that does not know of a booked capture ends when the capture is requested again', async () => {
  const bank = await openTestBank();
  try {
    const { key, developerId } = await register(bank);
    const [source, destination] = (await openAccounts(bank, key, [1_000, 0])).accountIds;
    const heldPayment = await bank.call('/v1/transactions', {
      key,
      body: {
        type: 'transfer',
        amount: 100,
        currency: 'EUR',
        sourceAccountId: source,
        destinationAccountId: destination,
        capture: 'manual',
      },
    });
    const transactionId: string = heldPayment.body.id;
    const { ledger, client } = bank.bank.environments.sandbox;
    const workflow = client()!.workflow.getHandle(transferWorkflowId(transactionId));
    const readStatus = async () => (await workflow.describe()).status.name;

    await waitUntilWorkflowsStarted(ledger);

    // The state after a capture whose worker and Temporal died right after the commit.
    const cause = { actor: 'workflow', requestId: 'req', idempotencyKey: null };
    await ledger.run(captureHeldMoney, {
      tenantId: developerId,
      transactionId,
      amount: null,
      cause,
    });
    expect(await readStatus()).toBe('RUNNING');

    const repeatedAnswer = await bank.call(`/v1/transactions/${transactionId}/capture`, {
      key,
      body: {},
    });
    expect([repeatedAnswer.status, repeatedAnswer.body.status]).toEqual([200, 'posted']);
    await expect.poll(readStatus, { timeout: 10_000 }).toBe('COMPLETED');
  } finally {
    await bank.close();
  }
});
