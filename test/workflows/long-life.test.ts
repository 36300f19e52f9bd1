// A workflow that waits for a month and receives many captures without an order: Temporal limits
// the messages of one run, so the workflow continues in a new run before the limit is reached.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { freePort } from '../../scripts/run/ports.mjs';
import { startTemporal, type TemporalServer } from '../../scripts/run/temporal-server.mjs';
import { CAPTURE } from '../../workflows/messages.ts';
import { startTransfers } from '../../workflows/start.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';

const MAX_MESSAGES = 20;
const binary = inject('temporalBinary') ?? '';

// The limits of an external Temporal server cannot be lowered.
describe.runIf(binary)('a workflow that waits for long', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-long-life-'));
  let server: TemporalServer;
  let rig: Rig;
  beforeAll(async () => {
    server = await startTemporal({
      binary,
      port: await freePort(),
      uiPort: null,
      databaseFile: join(folder, 'temporal.db'),
      logFile: join(folder, 'temporal.log'),
      dynamicConfig: { 'history.maxTotalUpdates': MAX_MESSAGES },
    });
    rig = await openRig({ temporalAddress: server.address });
  });
  afterAll(async () => {
    await rig.close();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answers more messages than Temporal allows for one run, and then carries out a valid one', async () => {
    const { from, to } = await rig.openPair(100);
    const sides = { sourceAccountId: from, destinationAccountId: to };
    const facts = await rig.accept({ amount: 100, capture: 'manual', ...sides });
    await startTransfers(rig.starter, [facts]);
    for (let nth = 0; nth < 3 * MAX_MESSAGES; nth++) {
      expect(await rig.sendForgedMessage(CAPTURE, facts.id)).toBeNull();
    }
    const captured = await rig.message(CAPTURE, facts.id);
    expect(captured).toMatchObject({ status: 'posted', replayed: false });
    const workflow = rig.client.workflow.getHandle(transferWorkflowId(facts.id));
    expect(await workflow.result()).toMatchObject({ status: 'posted' });
    expect(rig.readBalance(to)).toEqual({ posted: 100, held: 0 });
    const query = `TransactionId = "${facts.id}" AND CustomerId IS NOT NULL`;
    const { count } = await rig.client.workflow.count(query);
    expect(count).toBeGreaterThan(3);
  });
});
