// Puts a version into force only once its session is loaded and warm, so that no payment waits for
// it; until then, and when it cannot be loaded, the last one that could be asked goes on.

import type { ServedModel } from '../models/serving.ts';

export interface HotSwap {
  /** Who decides in that place now. Where nobody did before, it is the wanted one at once. */
  inForce(place: string, wanted: ServedModel): ServedModel;
  /** The wanted one once it is warm; null until then: no other stands in for it. */
  onceWarm(place: string, wanted: ServedModel): ServedModel | null;
}

/** A file that could not be loaded is tried again so much later. */
const RETRY_MS = 5_000;

interface Seat {
  good: ServedModel | null;
  warming: string | null;
  failed: { readonly versionId: string; readonly at: number } | null;
}

export function hotSwap(now: () => number = () => performance.now()): HotSwap {
  const seats = new Map<string, Seat>();

  function seatOf(place: string, good: ServedModel | null): Seat {
    const seat = seats.get(place) ?? { good, warming: null, failed: null };
    seats.set(place, seat);
    return seat;
  }

  function warm(seat: Seat, wanted: ServedModel): void {
    const { versionId, columns, session, explanation } = wanted;
    const { failed } = seat;
    const isResting = failed?.versionId === versionId && now() - failed.at < RETRY_MS;
    if (seat.warming === versionId || isResting) return;
    seat.warming = versionId;
    // Reasons are made ready as well; a version without them is no worse for deciding.
    const loaded = explanation.load();
    session.score([new Float32Array(columns)]).then(
      async () => {
        await loaded;
        // Another one may be wanted by now: then that one is being loaded, and takes the seat.
        if (seat.warming !== versionId) return;
        Object.assign(seat, { good: wanted, warming: null, failed: null });
      },
      () => {
        if (seat.warming !== versionId) return;
        Object.assign(seat, { warming: null, failed: { versionId, at: now() } });
      },
    );
  }

  return {
    inForce(place, wanted) {
      const seat = seatOf(place, wanted);
      if (seat.good?.versionId === wanted.versionId) {
        seat.warming = null;
        return seat.good;
      }
      warm(seat, wanted);
      return seat.good ?? wanted;
    },
    onceWarm(place, wanted) {
      const seat = seatOf(place, null);
      if (seat.good?.versionId === wanted.versionId) return seat.good;
      warm(seat, wanted);
      return null;
    },
  };
}
