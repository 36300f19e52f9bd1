// Switches to a version only when its session is loaded and warm, so that no payment waits for it.
// Until then, or when it cannot be loaded, the previous version continues. A version that was a
// canary is already warm. A rollback takes effect at once.

import type { ServedModel } from '../../models/serving.ts';

export interface HotSwap {
  /**
   * Returns the deciding model: the wanted one at once when none decided before, or it has decided
   * before.
   * @param isDefault true when it decides for developers without a model of their own
   */
  inForce(place: string, model: ServedModel, isDefault?: boolean): ServedModel;
  /** Returns the canary once it is warm; null until then, without a substitute. */
  onceWarm(place: string, model: ServedModel): ServedModel | null;
}

/** Delay before a file that could not be loaded is tried again. */
const RETRY_MS = 5_000;

const makeCanaryKey = (place: string) => `${place}/canary`;

interface Slot {
  good: ServedModel | null;
  warming: string | null;
  failed: { readonly versionId: string; readonly at: number } | null;
  /** Versions that have served here. */
  readonly served: Set<string>;
}

export function createHotSwap(now: () => number = () => performance.now()): HotSwap {
  const seats = new Map<string, Slot>();

  function openSlot(place: string, good: ServedModel | null): Slot {
    const seat = seats.get(place) ?? { good, warming: null, failed: null, served: new Set() };
    seats.set(place, seat);
    return seat;
  }

  function warmModel(seat: Slot, model: ServedModel): void {
    const { versionId, columns, session, explanation } = model;
    const { failed } = seat;
    const isWaiting = failed?.versionId === versionId && now() - failed.at < RETRY_MS;
    if (seat.warming === versionId || isWaiting) return;
    seat.warming = versionId;
    // Explanations are loaded as well, but are not required for deciding.
    const loadedExplanation = explanation.load();
    session.score([new Float32Array(columns)]).then(
      async () => {
        await loadedExplanation;
        // Meanwhile another version may be required, which is then loaded and takes over.
        if (seat.warming !== versionId) return;
        Object.assign(seat, { good: model, warming: null, failed: null });
      },
      () => {
        if (seat.warming !== versionId) return;
        Object.assign(seat, { warming: null, failed: { versionId, at: now() } });
      },
    );
  }

  return {
    inForce(place, model, isUsual = false) {
      const seat = openSlot(place, model);
      const { versionId } = model;
      const isWarm = seats.get(makeCanaryKey(place))?.good?.versionId === versionId;
      if (isUsual || isWarm || seat.served.has(versionId)) seat.good = model;
      if (seat.good?.versionId === versionId) {
        seat.served.add(versionId);
        seat.warming = null;
        return seat.good;
      }
      warmModel(seat, model);
      return seat.good ?? model;
    },
    onceWarm(place, model) {
      const seat = openSlot(makeCanaryKey(place), null);
      if (seat.good?.versionId === model.versionId) return seat.good;
      warmModel(seat, model);
      return null;
    },
  };
}
