// Places for uploads. One is taken before a byte of the body is read and kept until the file is
// registered or refused, so that neither the disk nor the gate has more to do than it can.

import { statfs } from 'node:fs/promises';
import { isShareFull } from '../../../ledger/share.ts';
import { Problem } from '../errors.ts';

export interface UploadSlots {
  /**
   * Takes a place; call what it returns to give it back.
   * @throws Problem concurrency_limited or uploads_unavailable
   */
  take(developerId: string): Promise<() => void>;
}

/** Of one developer. */
const MOST_EACH = 4;
/**
 * Of all developers of an environment: with 34 MiB each about a gigabyte of temporary files. Who has
 * none under way finds a place all the same.
 */
const MOST_ALL = 32;
/** The ledgers lie on the same disk, and have to be written whatever is uploaded. */
const KEPT_FREE_BYTES = 512 * 1024 * 1024;
const RETRY_SECONDS = 5;

/** @param folder on the disk that the files will lie on */
export function uploadSlots(folder: string): UploadSlots {
  const byDeveloper = new Map<string, number>();

  function count(developerId: string, by: 1 | -1): void {
    const now = (byDeveloper.get(developerId) ?? 0) + by;
    if (now === 0) byDeveloper.delete(developerId);
    else byDeveloper.set(developerId, now);
  }

  return {
    async take(developerId) {
      if ((byDeveloper.get(developerId) ?? 0) >= MOST_EACH) {
        const detail = `At most ${MOST_EACH} uploads of a developer are under way at a time.`;
        throw new Problem('concurrency_limited', detail, { retryAfterSeconds: RETRY_SECONDS });
      }
      if (isShareFull(byDeveloper, developerId, MOST_ALL)) throw full();
      // Counted before the look at the disk, which others could overtake.
      count(developerId, 1);
      let taken = true;
      const giveBack = () => {
        if (taken) count(developerId, -1);
        taken = false;
      };
      if (await isFull(folder)) {
        giveBack();
        throw full();
      }
      return giveBack;
    },
  };
}

function full(): Problem {
  return new Problem('uploads_unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS });
}

/** Where a system does not say, nothing is refused for it. */
async function isFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize < KEPT_FREE_BYTES;
}
