// Mints identifiers: UUIDv7 that never goes backwards within a process. Random bytes are fetched in
// bulk, because each call to the system's source costs as much as an insert.

import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { encodeId, mintedAt, type Noun } from '../../ledger/id.ts';
import { thisCellNumber } from './cell.ts';
import type { BusinessClock } from './clock.ts';

const RANDOM_BYTES = 16;
/** Bits of the last byte but one that belong to the cell: ten bits in all, two characters. */
const CELL_HIGH = 0b11;
const pool = Buffer.alloc(RANDOM_BYTES * 1024);
const bytes = new Uint8Array(16);
let used = pool.length;
let msecs = 0;
let seq = 0;

/** A new id of that noun. */
export function mint(noun: Noun): string {
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // Half of the counter stays free, so that a millisecond never runs out of ids.
    seq = nextRandom().readUInt32BE() >>> 1;
  } else {
    seq += 1;
  }
  v7({ msecs, seq, random: nextRandom() }, bytes);
  const cell = thisCellNumber();
  bytes[14] = ((bytes[14] ?? 0) & ~CELL_HIGH) | (cell >>> 8);
  bytes[15] = cell & 0xff;
  return encodeId(noun, bytes);
}

/** A new id and the time inside it (ms since 1970 UTC), so that createdAt and id order agree. */
export function mintAt(noun: Noun): { id: string; at: number } {
  const id = mint(noun);
  return { id, at: mintedAt(id) };
}

/** A new id, and that time by the clock of the developer for whom it is made. */
export function mintDated(
  noun: Noun,
  tenantId: string,
  clock: BusinessClock,
): { id: string; at: number } {
  const { id, at } = mintAt(noun);
  return { id, at: clock(tenantId, at) };
}

function nextRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += RANDOM_BYTES;
  return pool.subarray(used - RANDOM_BYTES, used);
}
