// Limits concurrent uploads. A slot is taken before the body is read and kept until the file is
// registered or refused, so that neither the disk nor the model gate is overloaded.

import { statfs } from 'node:fs/promises';
import { isShareFull } from '../../../ledger/share.ts';
import { Problem } from '../errors.ts';

export interface UploadSlots {
  /**
   * Takes a slot. Returns a function that frees it.
   * @throws Problem concurrency_limited or uploads_unavailable
   */
  take(developerId: string): Promise<() => void>;
}

/** Concurrent uploads of one developer. */
const MAX_PER_DEVELOPER = 4;
/**
 * Concurrent uploads of all developers of an environment: at 34 MiB each, about a gigabyte of
 * temporary files. A developer without a running upload gets a slot even beyond it.
 */
const MAX_ALL = 32;
/**
 * Disk space reserved for the ledgers, which are on the same disk and must always be writable.
 */
const RESERVED_BYTES = 512 * 1024 * 1024;
const RETRY_SECONDS = 5;

/** @param folder a folder on the disk of the uploads */
export function uploadSlots(folder: string): UploadSlots {
  const byDeveloper = new Map<string, number>();

  function count(developerId: string, change: 1 | -1): void {
    const newCount = (byDeveloper.get(developerId) ?? 0) + change;
    if (newCount === 0) byDeveloper.delete(developerId);
    else byDeveloper.set(developerId, newCount);
  }

  return {
    async take(developerId) {
      if ((byDeveloper.get(developerId) ?? 0) >= MAX_PER_DEVELOPER) {
        const detail = `At most ${MAX_PER_DEVELOPER} uploads of a developer are under way at a time.`;
        throw new Problem('concurrency_limited', detail, { retryAfterSeconds: RETRY_SECONDS });
      }
      if (isShareFull(byDeveloper, developerId, MAX_ALL)) throw noFreeSlot();
      // Counted before the asynchronous check of the disk, so that concurrent uploads see it.
      count(developerId, 1);
      let isTaken = true;
      const releaseSlot = () => {
        if (isTaken) count(developerId, -1);
        isTaken = false;
      };
      if (await isFull(folder)) {
        releaseSlot();
        throw noFreeSlot();
      }
      return releaseSlot;
    },
  };
}

function noFreeSlot(): Problem {
  return new Problem('uploads_unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS });
}

/** True when the disk has too little space. False when the file system does not report it. */
async function isFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize < RESERVED_BYTES;
}
