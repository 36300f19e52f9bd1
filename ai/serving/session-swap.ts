// Puts a version into force only once its session is loaded and warm: no payment waits for it;
// until then, and when it cannot be loaded, the last one that could be asked goes on. One that has
// answered as a canary is warm: no payment goes back to the last one in between. Back goes at once:
// one that is taken back decides nothing more.

import type { ServedModel } from '../../models/serving.ts';

export interface HotSwap {
  /**
   * The deciding model of that place. Where none decided before, or the wanted one did, it is the
   * wanted one at once.
   * @param isUsual true when it decides for developers without a model of their own
   */
  inForce(place: string, wanted: ServedModel, isUsual?: boolean): ServedModel;
  /** The canary of that place once it is warm; null until then: no other stands in for it. */
  onceWarm(place: string, wanted: ServedModel): ServedModel | null;
}

/** A file that could not be loaded is tried again so much later. */
const RETRY_MS = 5_000;

const canaryOf = (place: string) => `${place}/canary`;

interface Seat {
  good: ServedModel | null;
  warming: string | null;
  failed: { readonly versionId: string; readonly at: number } | null;
  /** Versions that were in force here. */
  readonly served: Set<string>;
}

export function hotSwap(now: () => number = () => performance.now()): HotSwap {
  const seats = new Map<string, Seat>();

  function seatOf(place: string, good: ServedModel | null): Seat {
    const seat = seats.get(place) ?? { good, warming: null, failed: null, served: new Set() };
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
    inForce(place, wanted, isUsual = false) {
      const seat = seatOf(place, wanted);
      const { versionId } = wanted;
      const isWarm = seats.get(canaryOf(place))?.good?.versionId === versionId;
      if (isUsual || isWarm || seat.served.has(versionId)) seat.good = wanted;
      if (seat.good?.versionId === versionId) {
        seat.served.add(versionId);
        seat.warming = null;
        return seat.good;
      }
      warm(seat, wanted);
      return seat.good ?? wanted;
    },
    onceWarm(place, wanted) {
      const seat = seatOf(canaryOf(place), null);
      if (seat.good?.versionId === wanted.versionId) return seat.good;
      warm(seat, wanted);
      return null;
    },
  };
}
