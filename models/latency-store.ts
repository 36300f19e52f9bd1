// Durations of models' newest answers in this process. They are lost with the process, and kept for
// each caller, so that no caller sees the load of others.

export interface LatencyStore {
  note(owner: string, artifactSha256: string, micros: number): void;
  /** Returns the microseconds of the newest calls, in no order. */
  listMicros(owner: string, artifactSha256: string): readonly number[];
}

const MAX_SAMPLES = 1_000;
const MAX_OWNERS = 1_000;

/** @param onNote called with every duration */
export function createLatencyStore(onNote: (micros: number) => void = () => {}): LatencyStore {
  const samples = new Map<string, { readonly micros: number[]; next: number }>();
  const keyOf = (owner: string, sha256: string) => `${owner}/${sha256}`;
  return {
    note(owner, sha256, micros) {
      onNote(micros);
      const key = keyOf(owner, sha256);
      const ring = samples.get(key) ?? { micros: [], next: 0 };
      // The caller who has not asked for the longest time is dropped first.
      samples.delete(key);
      samples.set(key, ring);
      ring.micros[ring.next] = micros;
      ring.next = (ring.next + 1) % MAX_SAMPLES;
      const [oldest] = samples.keys();
      if (samples.size > MAX_OWNERS && oldest !== undefined) samples.delete(oldest);
    },
    listMicros: (owner, sha256) => samples.get(keyOf(owner, sha256))?.micros ?? [],
  };
}
