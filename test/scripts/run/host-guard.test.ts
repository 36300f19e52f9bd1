// Temporal's UI and the development chain only answer requests to the names of this machine.

import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chooseHiddenAddress, guardHost } from '../../../scripts/run/host-guard.mjs';
import { freePort } from '../../../scripts/run/ports.mjs';
import { sendRaw, statusOf } from '../../kit/bank/raw-http.ts';

async function openGuard() {
  const upstream = await chooseHiddenAddress();
  const server = createServer((incoming, outgoing) => {
    incoming.pipe(outgoing.writeHead(200, { 'x-path': incoming.url ?? '' }));
  });
  await new Promise<void>((done) => server.listen(upstream.port, upstream.host, done));
  const port = await freePort();
  const guard = await guardHost({ port, upstream });
  onTestFinished(() => {
    guard.close();
    server.close();
  });
  const ask = (headers: Record<string, string>, body = '') => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const length = `Content-Length: ${body.length}`;
    const head = ['POST /rpc HTTP/1.1', 'Connection: close', length, ...lines, '', body];
    return sendRaw(`http://127.0.0.1:${port}`, [head.join('\r\n')]);
  };
  return { port, ask, server, upstream };
}

describe('the guard of a port without authentication', () => {
  test('forwards requests under a name of this machine, body included', async () => {
    const { port, ask } = await openGuard();
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const answer = await ask({ Host: `${name}:${port}` }, 'hello');
      expect(statusOf(answer), name).toBe(200);
      expect(answer).toContain('hello');
      expect(answer).toContain('x-path: /rpc');
    }
    const ownHeaders = { Host: `localhost:${port}`, Origin: `http://localhost:${port}` };
    expect(statusOf(await ask(ownHeaders))).toBe(200);
  });

  test('refuses another name, another port and another origin', async () => {
    const { port, ask } = await openGuard();
    const local = `127.0.0.1:${port}`;
    for (const headers of [
      { Host: 'evil.example' },
      { Host: `evil.example:${port}` },
      { Host: `127.0.0.1.evil.example:${port}` },
      { Host: '127.0.0.1' },
      { Host: local, Origin: 'https://evil.example' },
      { Host: local, Origin: 'null' },
      { Host: local, Origin: `http://evil.example:${port}` },
    ]) {
      expect(statusOf(await ask(headers, '{}')), JSON.stringify(headers)).toBe(403);
    }
  });

  test('reports when nothing answers behind it', async () => {
    const { port, ask, server } = await openGuard();
    await new Promise((done) => server.close(done));
    expect(statusOf(await ask({ Host: `localhost:${port}` }))).toBe(502);
  });

  test.runIf(process.platform === 'linux')('hides its server at an unusual address', async () => {
    const [first, second] = [await chooseHiddenAddress(), await chooseHiddenAddress()];
    expect(first.host).toMatch(/^127\.\d+\.\d+\.\d+$/);
    expect(first.host).not.toBe(second.host);
  });
});
