// Receiving a form: the stored parts, and the error of each kind of invalid or interrupted form.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../../../api/kit/errors.ts';
import { ReceivedFile, receiveParts } from '../../../../api/kit/uploads/form.ts';

const TERMS = {
  schema: z.strictObject({ file: z.instanceof(ReceivedFile), note: z.string() }),
  file: { name: 'file', maxBytes: 1_000_000, tooLarge: () => new Problem('model_too_large') },
  texts: { note: 20 },
};

let server: Server;
let port = 0;
const folder = mkdtempSync(join(tmpdir(), 'kontor-form-'));
const outcomes: unknown[] = [];
let pauses = 0;

beforeAll(async () => {
  let count = 0;
  server = createServer(async (incoming, outgoing) => {
    const newPath = () => join(folder, String(++count));
    const outcome = await receiveParts(incoming, TERMS, {
      createPath: newPath,
      pause: async () => {
        pauses += 1;
      },
      silenceMs: Number(incoming.url?.slice(1)),
    }).catch((error: unknown) => error);
    outcomes.push(outcome);
    outgoing.end('done');
    incoming.resume();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const part = (name: string, text: string, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
const FILE = '; filename="x"';

/**
 * Sends bytes to a server that allows a silence of `silenceMs`, then waits or calls `end` with the
 * connection. Returns the outcome of the form.
 */
async function sendForm(
  body: string | Buffer,
  {
    length = Buffer.byteLength(body),
    end = 'wait',
    type = 'multipart/form-data; boundary=b',
    silenceMs = 200,
  } = {},
) {
  const countBefore = outcomes.length;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.on('data', () => {});
  const framing = length < 0 ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  socket.write(
    `POST /${silenceMs} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${framing}\r\n\r\n`,
  );
  if (length < 0) {
    const chunk = Buffer.from(body);
    for (let index = 0; index < chunk.length; index += 60_000) {
      const piece = chunk.subarray(index, index + 60_000);
      socket.write(`${piece.length.toString(16)}\r\n`);
      socket.write(piece);
      socket.write('\r\n');
    }
    socket.write('0\r\n\r\n');
  } else socket.write(body);
  if (end === 'close') setTimeout(() => socket.destroy(), 50);
  await expect.poll(() => outcomes.length, { timeout: 5_000 }).toBeGreaterThan(countBefore);
  socket.destroy();
  return outcomes.at(-1);
}

test('a multipart file is stored on disk with its hash, beside the text fields', async () => {
  const text = 'x'.repeat(300_000);
  const body = `${part('file', text, FILE)}${part('note', 'hello')}--b--\r\n`;
  for (const length of [Buffer.byteLength(body), -1]) {
    const { values } = (await sendForm(body, { length, silenceMs: 5_000 })) as Awaited<
      ReturnType<typeof receiveParts>
    >;
    const file = values.get('file') as ReceivedFile;
    expect([file.bytes, values.get('note')]).toEqual([300_000, 'hello']);
    expect(readFileSync(file.path, 'utf8') === text).toBe(true);
    expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('a large file lets other requests go first after each 128 KiB', async () => {
  const before = pauses;
  const body = `${part('file', 'x'.repeat(1024 * 1024), FILE)}${part('note', 'hello')}--b--\r\n`;
  await sendForm(body, { silenceMs: 5_000 });
  expect(pauses - before).toBeGreaterThanOrEqual(4);
  expect(pauses - before).toBeLessThanOrEqual(8);
});

const wholeForm = `${part('file', 'model', FILE)}${part('note', 'hi')}`;
const BROKEN_FORMS: readonly (readonly [string, Parameters<typeof sendForm>, string])[] = [
  ['stops sending', [wholeForm, { length: 9_000 }], 'upload_too_slow'],
  ['is aborted midway', [wholeForm, { length: 9_000, end: 'close' }], 'malformed_form'],
  ['states a length below its own', [`${wholeForm}--b--`, { length: 40 }], 'malformed_form'],
  ['ends without its last boundary', [wholeForm], 'malformed_form'],
  ['is not multipart data', ['hello'], 'malformed_form'],
  ['names no boundary', [wholeForm, { type: 'multipart/form-data; x=y' }], 'malformed_form'],
  [
    'has too large a file',
    [`${part('file', 'x'.repeat(1_000_001), FILE)}--b--`],
    'model_too_large',
  ],
  [
    'has too large a file in chunks without a length',
    [`${part('file', 'x'.repeat(1_050_000), FILE)}--b--`, { length: -1 }],
    'model_too_large',
  ],
  [
    'is longer than all its permitted parts together',
    [`--b\r\n${'y'.repeat(1_200_000)}`, { length: -1 }],
    'payload_too_large',
  ],
  ['has too long a text', [`${part('note', 'x'.repeat(21))}--b--`], 'payload_too_large'],
  [
    'has too long a text as a file',
    [`${part('note', 'x'.repeat(21), FILE)}--b--`],
    'payload_too_large',
  ],
  ['has too many parts', [`${part('note', 'x').repeat(40)}--b--`], 'malformed_form'],
];

test.each(BROKEN_FORMS)('a form that %s is refused with its own error', async (_, input, code) => {
  const outcome = await sendForm(...input);
  expect(outcome).toBeInstanceOf(Problem);
  expect((outcome as Problem).code).toBe(code);
});

test('two files, two texts and unknown fields are each reported by their pointer', async () => {
  const repeatedParts = part('file', 'a', FILE) + part('file', 'b', FILE) + part('note', 'a');
  const foreignParts = part('__proto__', 'c') + part('a/b', 'd', FILE);
  const body = `${repeatedParts}${part('note', 'b')}${foreignParts}--b--`;
  const { errors } = (await sendForm(body)) as Awaited<ReturnType<typeof receiveParts>>;
  const faults = errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();
  const unknownFields = ['/__proto__ unknown_field', '/a~1b unknown_field'];
  expect(faults).toEqual([...unknownFields, '/file invalid', '/note invalid'].sort());
});
