// Only one bank listens on a port. The port accepts bursts of connections, and is free after the bank
// has closed it.

import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { closeServer, drainServer, listen, portOf } from '../../bank/listening.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const respond = () => new Response('here');
const address = { host: '127.0.0.1', port: 0, tls: null };

test('many simultaneous connections are accepted together, and each is answered', async () => {
  const server = await listen(respond, address);
  const port = portOf(server);
  let turnNumber = 0;
  let hasEnded = false;
  const acceptedByTurn = new Map<number, number>();
  server.on(
    'connection',
    () => void acceptedByTurn.set(turnNumber, (acceptedByTurn.get(turnNumber) ?? 0) + 1),
  );
  const countTurns = () => {
    turnNumber += 1;
    if (!hasEnded) setImmediate(countTurns);
  };
  countTurns();
  for (let n = 0; n < 200; n++) sockets.push(connect(port, '127.0.0.1'));
  const countAccepted = () => [...acceptedByTurn.values()].reduce((sum, value) => sum + value, 0);
  await expect.poll(countAccepted).toBe(200);
  hasEnded = true;
  expect(Math.max(...acceptedByTurn.values())).toBeGreaterThan(1);
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(`http://127.0.0.1:${port}/`)).text()),
  );
  expect(new Set(answers)).toEqual(new Set(['here']));
  for (const socket of sockets) socket.destroy();
  await closeServer(server);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('only one bank can listen on an address', async () => {
  const first = await listen(respond, address);
  const port = portOf(first);
  await expect(listen(respond, { ...address, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await closeServer(first);
  const second = await listen(respond, { ...address, port });
  expect(portOf(second)).toBe(port);
  await closeServer(second);
});

/** Sends a request through the agent; returns the `connection` header of the answer. */
function readConnectionHeader(port: number, agent: Agent): Promise<string | undefined> {
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
  const server = await listen(respond, address);
  const port = portOf(server);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await readConnectionHeader(port, agent)).toBe('keep-alive');
  drainServer(server);
  expect(await readConnectionHeader(port, agent)).toBe('close');
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  await closeServer(server);
  agent.destroy();
});

test('closing does not wait for a connection without a request, and answers one with half a request', async () => {
  const server = await listen(respond, address);
  const port = portOf(server);
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const silentSocket = connect(port, '127.0.0.1');
  const slowSocket = connect(port, '127.0.0.1');
  sockets.push(silentSocket, slowSocket);
  let answered = '';
  slowSocket.on('data', (bytes) => {
    answered += bytes;
  });
  slowSocket.write('GET / HTTP/1.1\r\n');
  await expect.poll(() => accepted).toBe(2);
  const closingAt = performance.now();
  const closed = closeServer(server);
  await new Promise((done) => silentSocket.once('close', done));
  slowSocket.write('host: here\r\n\r\n');
  await closed;
  await expect.poll(() => answered).toContain('200 OK');
  // After eight seconds the server closes all connections.
  expect(performance.now() - closingAt).toBeLessThan(7_000);
});
