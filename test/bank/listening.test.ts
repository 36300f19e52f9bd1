// A port belongs to one bank, accepts bursts of connections, and is free after closing.

import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { closeServer, drainServer, listen, portOf } from '../../bank/listening.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const answer = () => new Response('here');
const place = { host: '127.0.0.1', port: 0, tls: null };

test('many simultaneous connections are accepted together, and each is answered', async () => {
  const server = await listen(answer, place);
  const port = portOf(server);
  let turn = 0;
  let isOver = false;
  const takenIn = new Map<number, number>();
  server.on('connection', () => void takenIn.set(turn, (takenIn.get(turn) ?? 0) + 1));
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  for (let n = 0; n < 200; n++) sockets.push(connect(port, '127.0.0.1'));
  const countTaken = () => [...takenIn.values()].reduce((sum, value) => sum + value, 0);
  await expect.poll(countTaken).toBe(200);
  isOver = true;
  expect(Math.max(...takenIn.values())).toBeGreaterThan(1);
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(`http://127.0.0.1:${port}/`)).text()),
  );
  expect(new Set(answers)).toEqual(new Set(['here']));
  for (const socket of sockets) socket.destroy();
  await closeServer(server);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('only one bank can listen on an address', async () => {
  const first = await listen(answer, place);
  const port = portOf(first);
  await expect(listen(answer, { ...place, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await closeServer(first);
  const second = await listen(answer, { ...place, port });
  expect(portOf(second)).toBe(port);
  await closeServer(second);
});

/** Sends a request on a keep-alive connection; returns the `connection` header of the answer. */
function connectionAfter(port: number, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent }, (answered) => {
      answered.resume();
      answered.once('end', () => resolve(answered.headers.connection));
    })
      .once('error', reject)
      .end();
  });
}

test('a draining server still answers, and closes each connection after its answer', async () => {
  const server = await listen(answer, place);
  const port = portOf(server);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await connectionAfter(port, agent)).toBe('keep-alive');
  drainServer(server);
  expect(await connectionAfter(port, agent)).toBe('close');
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  await closeServer(server);
  agent.destroy();
});

test('a connection without a request does not delay closing, and one with half a request is answered', async () => {
  const server = await listen(answer, place);
  const port = portOf(server);
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const silent = connect(port, '127.0.0.1');
  const slowSocket = connect(port, '127.0.0.1');
  sockets.push(silent, slowSocket);
  let answered = '';
  slowSocket.on('data', (bytes) => {
    answered += bytes;
  });
  slowSocket.write('GET / HTTP/1.1\r\n');
  await expect.poll(() => accepted).toBe(2);
  const began = performance.now();
  const closed = closeServer(server);
  await new Promise((done) => silent.once('close', done));
  slowSocket.write('host: here\r\n\r\n');
  await closed;
  await expect.poll(() => answered).toContain('200 OK');
  // By force it would end after eight seconds.
  expect(performance.now() - began).toBeLessThan(7_000);
});
