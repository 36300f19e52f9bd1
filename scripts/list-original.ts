// A publisher's file of a sanctions list, read from the disk in pieces, because some have more than
// a hundred megabytes. A download is written to a file first.

import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  createWriteStream,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A whole list of OFAC has some 120 MB. */
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_DOWNLOAD_MS = 10 * 60_000;
const PIECE_BYTES = 256 * 1024;
const HEAD_BYTES = 4_000;

export class UnusableListFile extends Error {}

export interface ListFile {
  readonly name: string;
  /** The first bytes, by which the format is recognised. */
  readonly head: string;
  readonly seenAt: Date;
  /** Reads the whole text; for files that are not large. */
  text(): string;
  /** Reads the whole text piece by piece, in the encoding that an XML file names. */
  pieces(): Iterable<string>;
}

/** Opens a file or fetches an address. */
export async function openListFile(from: string): Promise<ListFile> {
  if (!/^[a-z]+:\/\//i.test(from)) return describeFile(from, basename(from));
  if (!URL.canParse(from) || !isSafe(new URL(from))) {
    throw new UnusableListFile(`${from}: expected an https URL`);
  }
  const url = new URL(from);
  return describeFile(await fetchText(url), basename(url.pathname), new Date());
}

function isSafe({ protocol, hostname }: URL): boolean {
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** Downloads an address into a file that is removed when the process ends. */
async function fetchText(url: URL): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(MAX_DOWNLOAD_MS) });
  if (!response.ok) throw new UnusableListFile(`${url}: the server answered ${response.status}`);
  const dir = mkdtempSync(join(tmpdir(), 'kontor-lists-'));
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'original');
  let bytes = 0;
  const bounded = new Transform({
    transform(part: Buffer, _, done) {
      bytes += part.byteLength;
      if (bytes > MAX_BYTES) done(new UnusableListFile(`${url}: more than ${MAX_BYTES} bytes`));
      else done(null, part);
    },
  });
  await pipeline(
    Readable.fromWeb(response.body ?? new ReadableStream()),
    bounded,
    createWriteStream(file),
  );
  return file;
}

function describeFile(file: string, name: string, fetchedAt?: Date): ListFile {
  const { size, mtime } = statSync(file);
  if (size > MAX_BYTES) throw new UnusableListFile(`${name}: more than ${MAX_BYTES} bytes`);
  const [first = Buffer.alloc(0)] = readBytes(file, HEAD_BYTES);
  // The last character may be cut, which does not matter for the format.
  const head = first.toString('utf8');
  return {
    name,
    head,
    seenAt: fetchedAt ?? mtime,
    text: () => textOf(Buffer.concat([...readBytes(file, PIECE_BYTES)])),
    pieces: () => readPieces(file, name, head),
  };
}

function* readPieces(file: string, name: string, head: string): Generator<string> {
  const label = /^<\?xml[^>]*\bencoding=["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  const decoder = decoderOf(label, name);
  try {
    for (const bytes of readBytes(file, PIECE_BYTES)) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnusableListFile(`${name}: it is not ${label}, which it should be`, { cause: error });
  }
}

function decoderOf(label: string, name: string) {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch (error) {
    throw new UnusableListFile(`${name}: nothing is known of the encoding ${label}`, {
      cause: error,
    });
  }
}

function* readBytes(file: string, max: number): Generator<Buffer> {
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const bytes = Buffer.alloc(max);
      const count = readSync(descriptor, bytes, 0, max, null);
      if (count === 0) return;
      yield bytes.subarray(0, count);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Decodes UTF-8, or Latin-1 for old files of OFAC. */
function textOf(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}
