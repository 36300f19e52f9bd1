import type { Client } from '@temporalio/client';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSweeper } from '../../bank/sweeps/sweeper.ts';
import { readBalance } from '../../db/accounts/reads.ts';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { tellerOf } from '../db/teller.ts';
import { openTestLedger } from '../kit/bank/opened-ledger.ts';
import { forgetMovedClock } from '../kit/suite/moved-clock.ts';

forgetMovedClock();

test('an expired hold without a workflow gets one first, however many holds wait', async () => {
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: (tenantId, id) => readBalance(ledger, tenantId, id),
    execute: async (sql) => void ledger.database.raw.exec(sql),
  });
  const from = await teller.account({ funds: 10_000 });
  const to = await teller.account();
  for (let count = 0; count < 40; count += 1) await teller.hold({ from, to });
  const overdue = await teller.hold({ from, to, holdExpiresAt: Date.now() + 10_000 });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());

  const started: string[] = [];
  const start = async (_: string, options: { workflowId: string }) => {
    started.push(options.workflowId);
  };
  const list = async function* () {};
  const client = { workflow: { start, list } } as unknown as Client;
  const sweeper = startSweeper({ ledger, client, log: pino({ level: 'silent' }) });
  await sweeper.sweep();
  sweeper.stop();
  ledger.close();
  expect(started).toContain(transferWorkflowId(overdue));
});
