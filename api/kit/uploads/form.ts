// Receives forms with a file. The body streams to disk while its bytes are counted and hashed, so
// only a small part is in memory at any time. A refused or interrupted upload leaves no file.

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { HttpBindings } from '@hono/node-server';
import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { requireStorageQuota } from '../../../db/storage/usage.ts';
import type { AppEnv, Deps } from '../context.ts';
import { type FieldError, Problem } from '../errors.ts';
import { developerOf, servicesOf } from '../operation.ts';
import { issuesOf, problemOfIssues } from '../validation.ts';

/** A received file, on disk until its request is answered. */
export class ReceivedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Media type as the form states it. */
  readonly type: string;

  constructor(file: Pick<ReceivedFile, 'path' | 'sha256' | 'bytes' | 'type'>) {
    this.path = file.path;
    this.sha256 = file.sha256;
    this.bytes = file.bytes;
    this.type = file.type;
  }
}

export interface UploadTerms<S extends z.ZodObject> {
  /** The parts of the form. A part with an unknown name is refused. */
  readonly schema: S;
  readonly file: {
    readonly name: string;
    readonly maxBytes: number;
    readonly tooLarge: () => Problem;
  };
  /** The other parts, which are texts, with the maximum bytes of each. */
  readonly texts: Readonly<Record<string, number>>;
}

/** Maximum bytes of a form in addition to the content of its parts. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
/** Limits for the headers of a part; browsers send two headers. */
const HEADERS = { headerPairs: 16, headerSize: 4 * 1024, fieldNameSize: 100 };
const MAX_PARTS = 16;
/** Time without a byte after which a body is refused, in milliseconds. */
const SILENCE_MS = 10_000;
/** Bytes after which an upload lets other requests go first: it is hashed on their thread. */
const BYTES_PER_TURN = 128 * 1024;

/**
 * Receives a form and runs an act with it. The files of the form are removed after the act.
 * @throws Problem that names the faults of the form
 */
export async function withUpload<S extends z.ZodObject, T>(
  c: Context<AppEnv>,
  deps: Deps,
  terms: UploadTerms<S>,
  act: (form: z.output<S>) => Promise<T>,
): Promise<T> {
  const { incoming } = c.env as HttpBindings;
  if (!/^multipart\/form-data\s*;/i.test(incoming.headers['content-type'] ?? '')) {
    throw new Problem('unsupported_media_type', 'The body must be multipart/form-data.');
  }
  refuseByLength(incoming, maxBytes(terms));
  const { developerId, tenantId, environment } = developerOf(c);
  // A body that exceeds the free space is not read.
  const length = Number(incoming.headers['content-length'] ?? 0);
  requireStorageQuota(servicesOf(c, deps).ledger, tenantId, length);
  const releaseSlot = await deps.uploads.slots[environment].take(developerId);
  const paths: string[] = [];
  const createPath = () => {
    const path = deps.uploads.newPath();
    paths.push(path);
    return path;
  };
  try {
    const pause = async () => void (await deps.yieldToRequests(tenantId));
    const parts = await receiveParts(incoming, terms, { createPath, pause });
    return await act(checkParts(parts, terms.schema));
  } finally {
    for (const path of paths) await deps.uploads.remove(path).catch(() => {});
    releaseSlot();
  }
}

function maxBytes({ file, texts }: UploadTerms<z.ZodObject>): number {
  return Object.values(texts).reduce(
    (sum, maxBytes) => sum + maxBytes,
    file.maxBytes + FORM_OVERHEAD_BYTES,
  );
}

/** Refuses a body by its stated length. The received bytes are counted too. */
function refuseByLength(incoming: IncomingMessage, max: number): void {
  if (Number(incoming.headers['content-length'] ?? 0) > max) throw tooLong(max);
}

function tooLong(max: number): Problem {
  const detail = `The body exceeds ${max} bytes, the maximum of this operation.`;
  return new Problem('payload_too_large', detail);
}

interface Parts {
  readonly values: Map<string, string | ReceivedFile>;
  readonly errors: FieldError[];
}

interface FormOptions {
  readonly createPath: () => string;
  /** Called between parts of a file, to let other requests go first. */
  readonly pause: () => Promise<void>;
  /** Milliseconds without a byte after which a body is refused; omitted: ten seconds. */
  readonly silenceMs?: number;
}

/**
 * Reads the parts of a form up to the end of the body.
 * @throws Problem with the first fault that ends the body
 */
export async function receiveParts(
  incoming: IncomingMessage,
  terms: UploadTerms<z.ZodObject>,
  { silenceMs = SILENCE_MS, ...storage }: FormOptions,
): Promise<Parts> {
  if (incoming.destroyed && !incoming.complete) throw connectionFault();
  const reader = createReader(incoming);
  if (!reader) throw malformedForm('The type of the form names no boundary.');
  const parts: Parts = { values: new Map(), errors: [] };
  const writing: Promise<void>[] = [];
  const streams: Readable[] = [];
  const faults: unknown[] = [];
  let end = () => {};
  const endOfForm = new Promise<void>((resolve) => {
    end = resolve;
  });
  const fail = (error: unknown) => {
    faults.push(error);
    end();
  };

  reader.on('file', (name, stream, _name, _encoding, type) => {
    streams.push(stream);
    writing.push(storePart({ name: name ?? '', stream, type }, terms, parts, storage).catch(fail));
  });
  reader.on('field', (name, value, _cut, isCut) => {
    try {
      storeText(parts, terms, { name: name ?? '', value, isCut });
    } catch (error) {
      fail(error);
    }
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    reader.on(limit, () => fail(malformedForm('The form has too many parts.')));
  }
  reader.on('error', () => fail(malformedForm('The form is cut off, or no multipart/form-data.')));
  reader.on('finish', () => end());
  const stop = watchBody(incoming, { maxBytes: maxBytes(terms), silenceMs }, fail);
  incoming.pipe(reader);
  try {
    await endOfForm;
    if (faults.length > 0) throw faults[0];
    await Promise.all(writing);
    // The form may end before its files are written, so there may be a later fault.
    if (faults.length > 0) throw faults[0];
    return parts;
  } finally {
    stop();
    incoming.unpipe(reader);
    reader.destroy();
    // Destroying a stream also ends its writer.
    for (const stream of streams) stream.destroy();
    await Promise.all(writing);
  }
}

/** Returns null when the content type of the form names no boundary. */
function createReader({ headers }: IncomingMessage) {
  const type = headers['content-type'] ?? '';
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      limits: { ...HEADERS, parts: MAX_PARTS, fieldSize: 1024 * 1024 },
    });
  } catch {
    return null;
  }
}

/** Ends a body that is too long, stalls, or was abandoned by its client. */
function watchBody(
  incoming: IncomingMessage,
  { maxBytes, silenceMs }: { readonly maxBytes: number; readonly silenceMs: number },
  fail: (error: unknown) => void,
): () => void {
  let bytes = 0;
  let receivedAt = performance.now();
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    receivedAt = performance.now();
    if (bytes > maxBytes) fail(tooLong(maxBytes));
  };
  const onEnd = () => {
    if (!incoming.complete) fail(connectionFault());
  };
  const timer = setInterval(
    () => {
      // Waiting for the disk does not count as silence of the client.
      if (incoming.isPaused()) receivedAt = performance.now();
      if (performance.now() - receivedAt > silenceMs) fail(new Problem('upload_too_slow'));
    },
    Math.min(1_000, silenceMs),
  );
  incoming.on('data', onData).on('close', onEnd).on('error', onEnd);
  return () => {
    clearInterval(timer);
    // The error listener stays, because a later error of the connection would be thrown without a
    // listener.
    incoming.off('data', onData).off('close', onEnd);
  };
}

function connectionFault(): Problem {
  return malformedForm('The connection ended within the body.');
}

interface FilePart {
  readonly name: string;
  readonly stream: BusboyFileStream;
  readonly type: string;
}

/** Stores the file part. Reads a text that was sent as a file as text, and discards other parts. */
async function storePart(
  { name, stream, type }: FilePart,
  terms: UploadTerms<z.ZodObject>,
  parts: Parts,
  { createPath, pause }: Pick<FormOptions, 'createPath' | 'pause'>,
): Promise<void> {
  // The reader of an interrupted part gets the error; the form reports it too.
  stream.on('error', () => {});
  const { file, texts } = terms;
  const maxTextBytes = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (name === file.name && !isDuplicate(parts, name)) {
    parts.values.set(name, '');
    const received = await writeFile(stream, createPath(), file, pause);
    parts.values.set(name, new ReceivedFile({ ...received, type: type ?? '' }));
  } else if (maxTextBytes !== undefined && !isDuplicate(parts, name)) {
    parts.values.set(name, '');
    parts.values.set(name, await readText(stream, name, maxTextBytes));
  } else {
    if (name !== file.name && maxTextBytes === undefined) parts.errors.push(unknownField(name));
    for await (const _ of stream);
  }
}

async function writeFile(
  stream: Readable,
  path: string,
  { maxBytes, tooLarge }: UploadTerms<z.ZodObject>['file'],
  pause: FormOptions['pause'],
): Promise<{ path: string; sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  let bytes = 0;
  let bytesOfTurn = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      hash.update(chunk);
      // `handle.write` may write less than it was given; `writeFile` continues at the position.
      await handle.writeFile(chunk);
      bytesOfTurn += chunk.length;
      if (bytesOfTurn < BYTES_PER_TURN) continue;
      bytesOfTurn = 0;
      await pause();
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { path, sha256: hash.digest('hex'), bytes };
}

async function readText(stream: Readable, name: string, max: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > max) throw longText(name, max);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function storeText(
  parts: Parts,
  { file, texts }: UploadTerms<z.ZodObject>,
  { name, value, isCut }: { readonly name: string; readonly value: string; isCut: boolean },
): void {
  const max = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (max === undefined && name !== file.name) {
    parts.errors.push(unknownField(name));
    return;
  }
  if (max !== undefined && (isCut || Buffer.byteLength(value) > max)) throw longText(name, max);
  // The schema refuses a text where a file is expected.
  if (!isDuplicate(parts, name)) parts.values.set(name, value);
}

/** True when the form already has the part, which is reported once. */
function isDuplicate({ values, errors }: Parts, name: string): boolean {
  if (!values.has(name)) return false;
  const pointer = `/${name}`;
  if (!errors.some((error) => error.pointer === pointer)) {
    errors.push({ pointer, code: 'invalid', message: 'The form has it twice: send one.' });
  }
  return true;
}

function checkParts<S extends z.ZodObject>({ values, errors }: Parts, schema: S): z.output<S> {
  const read = schema.safeParse(Object.fromEntries(values));
  if (errors.length === 0 && read.success) return read.data;
  if (errors.length === 0 && !read.success) throw problemOfIssues(read.error.issues);
  const issues = read.success ? [] : issuesOf(read.error.issues);
  const unread = issues.filter(({ pointer }) => !errors.some((error) => error.pointer === pointer));
  throw new Problem('validation_failed', undefined, { errors: [...errors, ...unread] });
}

function unknownField(name: string): FieldError {
  const pointer = `/${name.slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const message = 'This operation does not know the field; leave it out.';
  return { pointer, code: 'unknown_field', message };
}

function longText(name: string, max: number): Problem {
  const message = `Expected at most ${max} bytes.`;
  const errors = [{ pointer: `/${name}`, code: 'invalid', message }];
  return new Problem('payload_too_large', `The part ${name} exceeds ${max} bytes.`, { errors });
}

function malformedForm(detail: string): Problem {
  return new Problem('malformed_form', detail);
}
