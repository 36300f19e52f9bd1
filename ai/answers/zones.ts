// Time zones whose offsets are cached: an answer asks for the same few hundred times again and again.

import { IANAZone } from 'luxon';
import { readOnce } from '../intents/read-once.ts';

/** Clocks are changed at a quarter of an hour, since 1972 in all zones. */
const QUARTER = 900_000;
const SINCE = Date.UTC(1972, 0);
const MOST_QUARTERS = 5_000;

class CachedZone extends IANAZone {
  readonly #offsets = new Map<number, number>();
  override offset(at: number): number {
    if (at < SINCE) return super.offset(at);
    const quarter = Math.floor(at / QUARTER);
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = super.offset(at);
    if (this.#offsets.size >= MOST_QUARTERS) this.#offsets.clear();
    this.#offsets.set(quarter, offset);
    return offset;
  }
}

const ZONES = new Map<string, CachedZone>();

/** Returns the time zone of that name. */
export const zoneOf = (name: string): IANAZone => readOnce(ZONES, name, () => new CachedZone(name));
