// The modules of the verifier run in a real browser, alone and in the bank's page.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPage, openChromium } from '../kit/outside/chromium.ts';
import { makeLog } from './make-log.ts';

const browser = await openChromium();

const log = makeLog(97);
const proof = log.makeProof(41, 97);
const tampered = { ...proof, leafIndex: 40 };

const PAGE = `<!doctype html><title>x</title><pre id="out"></pre>
<iframe id="bank"></iframe><script type="module">
  import { verifyProof } from './verify.mjs';
  const given = ${JSON.stringify([proof, tampered, log.makeConsistencyProof(41, 97)])};
  const found = [];
  for (const one of given) found.push(await verifyProof(one).catch((e) => String(e)));
  const frame = document.getElementById('bank');
  const loaded = new Promise((done) => { frame.onload = done; });
  frame.src = '/verify';
  await loaded;
  const at = (id) => frame.contentDocument.getElementById(id);
  for (const one of given) {
    const said = new Promise((done) => {
      new MutationObserver(done).observe(at('verdict'), { childList: true });
    });
    at('proof').value = JSON.stringify(one);
    at('check').click();
    await said;
    found.push(at('verdict').textContent.split(/[:\\n]/)[0]);
  }
  document.getElementById('out').textContent = JSON.stringify(found);
</script>`;

describe.runIf(browser !== null)('the verifier in Chromium', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const name = (request.url ?? '').replace('/verify/', '/').slice(1);
      const isModule = /^[\w-]+\.mjs$/.test(name);
      const isPage = name === 'verify';
      response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html; charset=utf-8');
      const folder = new URL('../../packages/verify/proof/', import.meta.url);
      if (name === 'page.css') {
        response.setHeader('content-type', 'text/css');
        response.end(readFileSync(new URL(name, folder)));
      } else if (isPage) response.end(readFileSync(new URL('page.html', folder)));
      else response.end(isModule ? readFileSync(new URL(name, folder)) : PAGE);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  test('accepts valid proofs and refuses invalid ones, as modules and as a page', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const page = await browser?.newPage();
    await page?.goto(url);
    const out = page?.locator('#out');
    await out?.filter({ hasText: ']' }).waitFor();
    const result = JSON.parse((await out?.textContent()) ?? '[]');
    expect(result).toMatchObject([
      { verified: true, transactionId: proof.transactionId },
      { verified: false, field: 'leafIndex' },
      { verified: true, kind: 'consistency' },
      'VERIFIED',
      'NOT VERIFIED',
      'VERIFIED',
    ]);
  }, 60_000);

  test('verifies a file without a network connection, and shows each step', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`;
    const context = await browser?.newContext({ locale: 'en-GB' });
    const page = await context?.newPage();
    if (!page || !context) throw new Error('no page');
    await page.goto(url);
    await checkPage(page, 'verify');
    await context.setOffline(true);
    const makeFile = (content: unknown) => ({
      name: 'proof.json',
      mimeType: 'application/json',
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    });
    const verifyFile = async (content: unknown, verdict: string) => {
      await page.locator('#file').setInputFiles(makeFile(content));
      await page.getByRole('status').getByText(verdict, { exact: true }).waitFor();
      return page.locator('#steps li').allTextContents();
    };
    const goodVerdict = await verifyFile(proof, 'VERIFIED');
    expect(goodVerdict.map((text) => text.split(':')[0])).toEqual(Array(4).fill('Correct'));
    expect(await page.locator('#facts').textContent()).toContain(proof.transactionId);
    expect(await page.locator('#limits').textContent()).toContain('The key came with the proof');
    await checkPage(page, 'verify-good');
    const badVerdict = await verifyFile(tampered, 'NOT VERIFIED');
    expect(badVerdict.map((text) => text.split(':')[0])).toEqual([
      'Correct',
      'Not correct',
      'Not reached',
      'Not reached',
    ]);
    await checkPage(page, 'verify-bad');
    await verifyFile('<img src=x onerror=alert(1)>', 'NOT VERIFIED');
    expect(await page.locator('#reason').textContent()).toContain('not JSON');
    await page.locator('summary').click();
    await page.locator('#key').fill(proof.checkpoint.verifierKey);
    await verifyFile(proof, 'VERIFIED');
    expect(await page.locator('#limits').textContent()).not.toContain('The key came');
    await context.close();
  }, 60_000);
});
