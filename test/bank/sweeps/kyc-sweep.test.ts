// A process may die after it changed the row of a KYC assessment and before it signalled the
// workflow. The sweep then signals the workflow.

import type { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { kycSweep } from '../../../bank/sweeps/record-sweeps.ts';
import { addKycDocuments, startAssessment } from '../../../db/kyc/acts.ts';
import { openCustomer, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { decideKyc, kycOrderOf, makeDocumentDraft } from '../../kit/people/kyc.ts';

/** Creates a client of Temporal that records its calls. */
function createRecordingClient() {
  const requests: string[] = [];
  const workflow = {
    start: async () => void requests.push('made sure of'),
    signalWithStart: async () => void requests.push('signal'),
    // Temporal has lost the workflow.
    list: async function* () {},
  };
  return { calls: requests, client: { workflow } as unknown as Client };
}

test('the KYC workflow gets one signal for each change of its row, and is otherwise only started if missing', async () => {
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  const { calls, client } = createRecordingClient();
  const pass = kycSweep(ledger, { client, taskQueue: 'test', eager: false });
  // The lease is negative, so that the sweep handles an assessment that was just accepted.
  const runPass = () => pass(-1_000);
  const customerId = await openCustomer(ledger);
  const started = await ledger.run(startAssessment, kycOrderOf(TENANT, customerId));
  const assessmentId = started.id;
  await runPass();
  await runPass();
  expect(calls).toEqual(['signal', 'made sure of']);

  const version = ledger.database.raw.prepare('SELECT version FROM customers').pluck();
  const customerVersion = version.get() as number;
  const { stage } = await decideKyc(ledger, { assessmentId, customerVersion });
  expect(stage).toBe('awaiting_documents');
  await runPass();
  await ledger.run(addKycDocuments, {
    tenantId: TENANT,
    assessmentId,
    requestHash: Buffer.alloc(32),
    documents: [makeDocumentDraft()],
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  });
  await runPass();
  await runPass();
  expect(calls.slice(2)).toEqual(['made sure of', 'signal', 'made sure of']);
  ledger.close();
});
