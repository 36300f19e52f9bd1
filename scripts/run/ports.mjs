// TCP ports: whether one is free, a free one, and whether a process listens on it.
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/**
 * Below the ports that Linux assigns to outgoing connections (32768 and above), and above the usual
 * ports of servers.
 */
const PORT_RANGE = { from: 20_000, to: 32_000 };
const MAX_TRIES = 20;

/**
 * Returns a free port below those that the system assigns to outgoing connections, so that no
 * connection takes it before it is used. Another server may still take it, so a start that fails is
 * repeated with another port.
 * @param {string} [host]
 * @returns {Promise<number>}
 */
export async function freePort(host = '127.0.0.1') {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(PORT_RANGE.from, PORT_RANGE.to);
    if ((await portFault(host, port)) === null) return port;
  }
  return assignedPort(host);
}

/**
 * @param {string} host
 * @returns {Promise<number>}
 */
function assignedPort(host) {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Returns null when a server can listen on the port, otherwise the reason (EADDRINUSE, EACCES,
 * EADDRNOTAVAIL …).
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | null>}
 */
export function portFault(host, port) {
  return new Promise((resolve) => {
    const server = createServer().once('error', (error) => {
      resolve('code' in error ? String(error.code) : error.message);
    });
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isListening(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
  });
}

/**
 * Returns the host that reaches a server on this machine, also when it listens on all addresses.
 * @param {string} host
 */
export function reachableHost(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
