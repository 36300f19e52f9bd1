// TCP ports: is one free, which one is, and does a process answer on it.
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/** Below the ports that Linux gives to connections (32768 and above), above the usual ones. */
const GIVEN = { from: 20_000, to: 32_000 };
const TRIES = 20;

/**
 * A free port that no connection of another process takes before it is used: the system assigns the
 * ports above to connecting clients, and a busy machine connects all the time. Another server may
 * still take it, so the starter of a server on it tries again.
 * @param {string} [host]
 * @returns {Promise<number>}
 */
export async function freePort(host = '127.0.0.1') {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(GIVEN.from, GIVEN.to);
    if ((await portFault(host, port)) === null) return port;
  }
  return anyPort(host);
}

/**
 * @param {string} host
 * @returns {Promise<number>}
 */
function anyPort(host) {
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
 * Null when one can listen there, else the reason (EADDRINUSE, EACCES, EADDRNOTAVAIL …).
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
export function answers(host, port) {
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
 * The address that reaches a server on this machine, also when it listens on all of them.
 * @param {string} host
 */
export function reachable(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
