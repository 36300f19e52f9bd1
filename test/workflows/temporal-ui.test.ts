// The Temporal UI that comes with the bank, in a real browser: the server accepts every query of
// docs/operate/temporal.md, and the list and the page of a workflow describe it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';
import { viewsAt } from '../../pages/console/state/temporal-queries.ts';
import { freePort } from '../../scripts/run/ports.mjs';
import { startTemporal, type TemporalServer } from '../../scripts/run/temporal-server.mjs';
import { startTransfers } from '../../workflows/start.ts';
import { openChromium, savePicture } from '../kit/outside/chromium.ts';
import { isDeep } from '../kit/suite/tier.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';

/** The requests that the UI sends to its server when it shows a list. */
const LISTED_PATH = /\/api\/v1\/namespaces\/sandbox\/workflows\b/;

const DOCS = new URL('../../docs/operate/temporal.md', import.meta.url);
const binary = inject('temporalBinary');
if (binary === null) {
  process.stderr.write('TEMPORAL_ADDRESS is set: the UI of that server is not tested\n');
}
const browser: Browser | null = binary === null ? null : await openChromium();

/** The queries that docs/operate/temporal.md offers, with the examples in them filled in. */
function savedQueries(): string[] {
  const text = readFileSync(DOCS, 'utf8');
  const table = text.slice(text.indexOf('## Useful queries'), text.indexOf('## A delivery'));
  const result = [...table.matchAll(/^\| [^|]+ \| `([^`]+)`/gm)].map(([, query = '']) => query);
  return result.map((query) =>
    query.replace('<RFC 3339>', new Date().toISOString()).replaceAll('…', '0'),
  );
}

describe.runIf(browser !== null)('the UI of Temporal, in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-ui-'));
  let server: TemporalServer;
  let rig: Rig;
  let page: Page;
  let uiUrl: string;
  let workflowId: string;
  let transactionId: string;

  beforeAll(async () => {
    const uiPort = await freePort();
    uiUrl = `http://127.0.0.1:${uiPort}`;
    server = await startTemporal({
      binary: binary ?? '',
      port: await freePort(),
      uiPort,
      databaseFile: join(folder, 'temporal.db'),
      logFile: join(folder, 'temporal.log'),
    });
    rig = await openRig({ temporalAddress: server.address });
    const pair = await rig.openPair(100_000);
    const sides = { sourceAccountId: pair.from, destinationAccountId: pair.to };
    const facts = await rig.accept({ amount: 2_500, ...sides });
    transactionId = facts.id;
    workflowId = transferWorkflowId(facts.id);
    await startTransfers(rig.starter, [facts]);
    await rig.client.workflow.getHandle(workflowId).result();
    page = (await browser?.newPage()) as Page;
    page.setDefaultTimeout(20_000);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await rig?.close();
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const openList = (query: string) =>
    page.goto(`${uiUrl}/namespaces/sandbox/workflows?query=${encodeURIComponent(query)}`);

  it('accepts every query of docs/operate/temporal.md', async () => {
    const queries = savedQueries();
    expect(queries.length).toBeGreaterThan(10);
    for (const query of queries) {
      const { count } = await rig.client.workflow.count(query);
      expect(count, query).toBeGreaterThanOrEqual(0);
    }
  });

  it('opens every saved query as a list, without an error', async () => {
    const views = viewsAt(Date.now()).map(([, query]) => query);
    expect(views.length).toBeGreaterThan(5);
    // A page of that UI takes seconds; the deep tier opens every page.
    const all = [...new Set([...views, ...savedQueries()])];
    const queries = isDeep ? all : all.slice(0, 4);
    for (const query of queries) {
      const answers = page.waitForResponse((answer) => LISTED_PATH.test(answer.url()));
      await openList(query);
      expect((await answers).status(), query).toBe(200);
      await page
        .getByText(workflowId)
        .or(page.getByText(/no workflows/i))
        .first()
        .waitFor();
      expect(await page.getByText(/invalid query|could not be/i).count(), query).toBe(0);
    }
  }, 120_000);

  it('finds the workflow by a query in the address, and its page shows its steps', async () => {
    await openList(`TransactionId = "${transactionId}"`);
    await page.getByText(workflowId).first().waitFor();
    await savePicture(page, 'temporal-list');
    await page.goto(`${uiUrl}/namespaces/sandbox/workflows/${encodeURIComponent(workflowId)}`);
    await page.getByRole('tab', { name: 'User Metadata' }).click();
    // The UI shows Markdown in frames without scripts.
    const readFrames = async () => {
      const bodies = page.frames().map((frame) => frame.locator('body').textContent());
      return (await Promise.all(bodies)).join('\n');
    };
    await expect.poll(readFrames, { timeout: 20_000 }).toMatch(/transfer of 25\.00 EUR/);
    await expect.poll(readFrames, { timeout: 20_000 }).toMatch(/posted, .*booked as entry 2/);
    expect(await readFrames()).toContain(`transaction ${transactionId}`);
    await savePicture(page, 'temporal-workflow');
  }, 60_000);

  it('lists nothing for a query without matches', async () => {
    await openList('ExecutionStatus = "Failed"');
    await page
      .getByText(/no workflows/i)
      .first()
      .waitFor();
    expect(await page.getByText(workflowId).count()).toBe(0);
  }, 60_000);
});
