// Moves of developers between ledgers that lack the tables of subjects.

import { expect, onTestFinished, test } from 'vitest';
import { readBalance } from '../../../db/accounts/reads.ts';
import { EVERY_SUBJECT } from '../../../db/subjects.ts';
import { openTwoLedgers } from './two-ledgers.ts';

/** A developer with two accounts and a payment, in the first of two ledgers. */
async function developerIn(testbed: ReturnType<typeof openTwoLedgers>) {
  onTestFinished(() => void testbed.close());
  const [first] = testbed.ledgers;
  const teller = testbed.teller(first);
  const [from, to] = [await teller.account({ funds: 1_000 }), await teller.account()];
  await teller.post({ from, to, amount: 400 });
  const { raw } = first.database;
  // No workflow, alert or relay runs beside these ledgers.
  raw.exec(`UPDATE transactions SET workflow_id = 'transfers/test', workflow_started_at = 1;
    DELETE FROM alert_readings`);
  return { tenantId: teller.tenantId, to };
}

test('a developer moves between two ledgers without subjects, and the books balance', async () => {
  const testbed = openTwoLedgers('sandbox', [[], []]);
  const { tenantId, to } = await developerIn(testbed);
  expect(await testbed.move(tenantId)).toMatchObject({ kind: 'moved' });
  expect(await readBalance(testbed.ledgers[1], tenantId, to)).toMatchObject({ posted: 400 });
  expect(testbed.violations()).toEqual([]);
});

test('a developer stays where the other ledger lacks tables, and is told which', async () => {
  const testbed = openTwoLedgers('sandbox', [EVERY_SUBJECT, []]);
  const { tenantId, to } = await developerIn(testbed);
  const answer = await testbed.move(tenantId);
  expect(answer).toMatchObject({
    kind: 'open',
    open: [{ subject: 'tables that the other ledger lacks' }],
  });
  expect(JSON.stringify(answer)).toContain('aml_case_notes');
  expect(await readBalance(testbed.ledgers[0], tenantId, to)).toMatchObject({ posted: 400 });
});

test('a developer moves to a ledger with more subjects', async () => {
  const testbed = openTwoLedgers('sandbox', [[], EVERY_SUBJECT]);
  const { tenantId, to } = await developerIn(testbed);
  expect(await testbed.move(tenantId)).toMatchObject({ kind: 'moved' });
  expect(await readBalance(testbed.ledgers[1], tenantId, to)).toMatchObject({ posted: 400 });
  expect(testbed.violations()).toEqual([]);
});
