// Mints identifiers: UUIDv7 that never goes backwards within a process. Random bytes are fetched in
// bulk, because each call to the system's source costs as much as an insert.

import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { encodeId, mintedAt, type Noun } from '../../ledger/id.ts';
import { thisCellNumber } from './cell.ts';
import type { BusinessClock } from './clock.ts';

const RANDOM_BYTES = 16;
/** Bits of the second-to-last byte that hold the cell: ten bits in all, two characters. */
const CELL_HIGH_BITS = 0b11;
const pool = Buffer.alloc(RANDOM_BYTES * 1024);
const bytes = new Uint8Array(16);
let usedBytes = pool.length;
let msecs = 0;
let seq = 0;

/** Mints an id of that noun. */
export function mint(noun: Noun): string {
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // Starts in the lower half of the counter, so that a millisecond never runs out of ids.
    seq = nextRandom().readUInt32BE() >>> 1;
  } else {
    seq += 1;
  }
  v7({ msecs, seq, random: nextRandom() }, bytes);
  const cell = thisCellNumber();
  bytes[14] = ((bytes[14] ?? 0) & ~CELL_HIGH_BITS) | (cell >>> 8);
  bytes[15] = cell & 0xff;
  return encodeId(noun, bytes);
}

/**
 * Mints an id and returns its time (ms since 1970 UTC), so that createdAt and the order of ids
 * agree.
 */
export function mintAt(noun: Noun): { id: string; at: number } {
  const id = mint(noun);
  return { id, at: mintedAt(id) };
}

/** Mints an id and returns its time by the clock of the developer. */
export function mintDated(
  noun: Noun,
  tenantId: string,
  clock: BusinessClock,
): { id: string; at: number } {
  const { id, at } = mintAt(noun);
  return { id, at: clock(tenantId, at) };
}

function nextRandom(): Buffer {
  if (usedBytes === pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += RANDOM_BYTES;
  return pool.subarray(usedBytes - RANDOM_BYTES, usedBytes);
}
