// Mints identifiers: UUIDv7 from the uuid library, which never goes backwards within a process.

import { v7 } from 'uuid';
import { encodeId, type Noun, timeOfId } from '../ledger/id.ts';

const bytes = new Uint8Array(16);

/** A new id of that noun. */
export function mint(noun: Noun): string {
  return encodeId(noun, v7(undefined, bytes));
}

/** A new id and the time inside it (ms since 1970 UTC), so that createdAt and id order agree. */
export function mintAt(noun: Noun): { id: string; at: number } {
  const id = mint(noun);
  return { id, at: timeOfId(id) };
}
