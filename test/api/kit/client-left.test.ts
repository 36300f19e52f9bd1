// The bank notices that the client of an unfinished answer has left.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { whenClientLeaves } from '../../../api/kit/client-left.ts';

/** Sends a request, and returns its unsent answer and the client's connection. */
async function ask() {
  const server = createServer();
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const { port } = server.address() as AddressInfo;
  const arrived = new Promise<ServerResponse>((resolve) => {
    server.once('request', (_, outgoing) => resolve(outgoing));
  });
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  const outgoing = await arrived;
  return { outgoing, client, close: () => server.close() };
}

test('a client that leaves is noticed once, whether it leaves before or after the answer begins', async () => {
  for (const isEarly of [true, false]) {
    const { outgoing, client, close } = await ask();
    const closed = new Promise((resolve) => outgoing.once('close', resolve));
    let leaveCount = 0;
    const onLeave = () => {
      leaveCount += 1;
    };
    if (!isEarly) whenClientLeaves(outgoing, onLeave);
    client.destroy();
    await closed;
    if (isEarly) whenClientLeaves(outgoing, onLeave);
    expect(leaveCount, isEarly ? 'before' : 'after').toBe(1);
    close();
  }
});
