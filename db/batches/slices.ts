// How many items of a batch go into one commit, by the time that the last ones took: a slow machine
// gets shorter slices, so that the requests of others wait as briefly as on a fast one.

export interface Pace {
  /** Items of the next slice. */
  size(): number;
  /** Keeps how long a slice held the thread. */
  took(items: number, ms: number): void;
}

/** A slice holds the thread for about so long. */
const SLICE_MS = 12;
/** Fewer would cost more in commits than they spare others in waiting. */
const LEAST = 4;
/** How much a slice changes what is known of the time of an item. */
const NEWEST_COUNTS = 0.3;

/** @param most items of a slice, however quick they are; the first slice has as many */
export function sliceSizes(most: number): Pace {
  let msPerItem: number | null = null;
  return {
    size() {
      if (msPerItem === null) return most;
      return Math.max(LEAST, Math.min(most, Math.floor(SLICE_MS / msPerItem)));
    },
    took(items, ms) {
      if (items === 0) return;
      const newest = ms / items;
      msPerItem = msPerItem === null ? newest : msPerItem + (newest - msPerItem) * NEWEST_COUNTS;
    },
  };
}
