// When the next group of transactions goes to Temporal: once the one in front is at rest, and as
// large as that one if those whom it answered come back at once (PostgreSQL's commit_delay).

/** A group in front that takes longer is not waited for. */
const AT_REST_WITHIN_MS = 50;
/** As long as the clients of the last group need to be heard again. */
const COMPANY_WITHIN_MS = 4;

export interface GroupTurns {
  /** False: others are expected, and `go` is called when they have had their time. */
  isComplete(waiting: number): boolean;
  /** A group of so many left. */
  noteLeft(size: number): void;
  /** Resolves once all of these are at rest, or when others have waited for them long enough. */
  atRest(ids: readonly string[]): Promise<void>;
  noteSettled(id: string): void;
}

/** @param most the largest size of a group */
export function groupTurns(most: number, go: () => void): GroupTurns {
  let expected = 0;
  let waited = false;
  let timer: NodeJS.Timeout | null = null;
  let front: { readonly ids: Set<string>; readonly over: () => void } | null = null;

  return {
    isComplete(waiting) {
      if (waiting < expected && !waited) {
        timer ??= setTimeout(() => {
          timer = null;
          waited = true;
          go();
        }, COMPANY_WITHIN_MS);
        return false;
      }
      if (timer) clearTimeout(timer);
      timer = null;
      waited = false;
      return true;
    },
    noteLeft(size) {
      expected = Math.min(size, most);
    },
    atRest(ids) {
      if (ids.length === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const late = setTimeout(resolve, AT_REST_WITHIN_MS);
        const over = () => {
          clearTimeout(late);
          resolve();
        };
        front = { ids: new Set(ids), over };
      });
    },
    noteSettled(id) {
      if (front?.ids.delete(id) && front.ids.size === 0) front.over();
    },
  };
}
