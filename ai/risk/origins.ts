// Where the payments of an account were sent from, by what their requests say: device, country and
// place, beside the newest payments that said anything.

import type { LedgerReads } from '../../db/ledger.ts';
import { type Origin, originReads } from '../../db/risk/origins.ts';
import type { TransactionRow } from '../../db/transactions/view.ts';
import { NO_ORIGIN, type OriginFacts } from '../../ledger/decisions/risk.ts';
import type { Networks } from './networks.ts';

/** Payments that a device or a country has to be missing from; fewer say nothing. */
const LEAST_KNOWN = 3;
const HOUR_MS = 3_600_000;
/** Closer together, two places may be one: an address gives a place only roughly. */
const LEAST_KM = 300;
const EARTH_KM = 6_371;

export interface Origins {
  /** Compares a payment with those before it. */
  of(row: TransactionRow, at: number): OriginFacts;
  /**
   * True: it stays with one customer.
   * @param payee the account that is paid; left out: it is looked up
   */
  isOwn(row: TransactionRow, payee?: { readonly customerId: string | null }): boolean;
}

/** @param networks left out: the bank has no lists of networks, and no rule about them is met */
export function originsOf({ database }: LedgerReads, networks: Networks | null = null): Origins {
  const { before, ownerOf } = originReads(database);
  const of: Origins['of'] = (row, at) => {
    const own = row.context === null ? null : (JSON.parse(row.context) as Origin);
    if (own === null) return NO_ORIGIN;
    const known = before(row.sourceAccountId, row.id);
    const isNew = (of: (origin: Origin) => string | undefined) => {
      const value = of(own);
      const values = known.flatMap(({ origin }) => of(origin) ?? []);
      if (value === undefined || values.length < LEAST_KNOWN) return null;
      return !values.includes(value);
    };
    return {
      isNewDevice: isNew(({ deviceId }) => deviceId),
      isNewCountry: isNew(({ location }) => location?.country),
      speedKmh: speedOf(own, at, known),
      network:
        networks && own.ipAddress !== undefined ? (networks.kindOf(own.ipAddress) ?? 'none') : null,
    };
  };
  return {
    of,
    // The customer of a transfer is the payer's.
    isOwn({ type, customerId, destinationAccountId }, payee) {
      if (type !== 'transfer' || customerId === '') return false;
      return customerId === (payee ? payee.customerId : ownerOf(destinationAccountId));
    },
  };
}

function speedOf(
  { location }: Origin,
  at: number,
  known: readonly { readonly origin: Origin; readonly at: number }[],
): number | null {
  const last = known.find(({ origin }) => placeOf(origin.location) !== null);
  const [here, there] = [placeOf(location), placeOf(last?.origin.location)];
  if (!last || !here || !there) return null;
  const km = distance(here, there);
  if (km < LEAST_KM) return 0;
  return km / (Math.max(60_000, at - last.at) / HOUR_MS);
}

type Place = readonly [lat: number, lon: number];

function placeOf(location: Origin['location']): Place | null {
  const { lat, lon } = location ?? {};
  return lat === undefined || lon === undefined ? null : [lat, lon];
}

/** Kilometres along the surface. */
function distance([lat1, lon1]: Place, [lat2, lon2]: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const around = Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lon1, lon2);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half(lat1, lat2) + around)));
}
