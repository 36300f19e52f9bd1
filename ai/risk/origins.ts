// The origin of a payment, as its request states it: device, country and location, compared with
// the aggregates of the account.

import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import type { TransactionRow } from '../../db/kernel/rows.ts';
import { movementOrigin } from '../../db/risk/habits.ts';
import { type Origin, originReads } from '../../db/risk/origins.ts';
import { countryOfIban } from '../../ledger/country.ts';
import type { AccountHabits, Seen } from '../../ledger/decisions/habits.ts';
import { NO_ORIGIN, type OriginFacts } from '../../ledger/decisions/risk.ts';
import { externalPartyOf } from '../../ledger/external-party.ts';
import type { Networks } from './networks.ts';

/** Payments that a device or a country has to be missing from; fewer say nothing. */
const MIN_KNOWN = 3;
const HOUR_MS = 3_600_000;
const NEW_DEVICE_MS = 24 * HOUR_MS;
/** Closer together, two places may be one: an address gives a place only roughly. */
const MIN_KM = 300;
const EARTH_KM = 6_371;

export interface Origins {
  /** True: the payee is known to be in another country than the customer. */
  isAbroad(row: TransactionRow): boolean;
  /** True: the look for money laundering has an alert open for the account. */
  hasAmlAlert(accountId: string): boolean;
  /** Compares a payment with those before it. */
  of(row: TransactionRow, known: AccountHabits, at: number): OriginFacts;
  /**
   * True when the money stays with one customer.
   * @param payee the paid account; looked up by default
   */
  isOwn(row: TransactionRow, payee?: { readonly customerId: string | null }): boolean;
}

/** @param networks left out: the bank has no lists of networks, and no rule about them is met */
export function originsOf({ database }: LedgerReads, networks: Networks | null = null): Origins {
  const { ownerOf, homeOf, hasAmlAlert } = originReads(database);
  const of: Origins['of'] = (row, known, at) => {
    const own = movementOrigin(row.context);
    if (own === null) return NO_ORIGIN;
    const { ipAddress } = JSON.parse(row.context ?? '{}') as Origin;
    return {
      isNewDevice: isNewDevice(own.device, known, at),
      isNewCountry: isNew(own.country, known.countries, known.countryCount),
      speedKmh: speedOf(own.place, at, known.place),
      network: networks && ipAddress !== undefined ? (networks.kindOf(ipAddress) ?? 'none') : null,
    };
  };
  return {
    of,
    hasAmlAlert,
    isAbroad(row) {
      const there = countryOf(row);
      const home = there && homeOf(row.sourceAccountId);
      return there !== null && home !== null && home !== undefined && home !== there;
    },
    // The customer of a transfer is the payer's.
    isOwn({ type, customerId, destinationAccountId }, payee) {
      if (type !== 'transfer' || customerId === '') return false;
      return customerId === (payee ? payee.customerId : ownerOf(destinationAccountId));
    },
  };
}

/** Country of the outside party: as stated, or that of its IBAN in whatever spelling. */
function countryOf(row: TransactionRow): string | null {
  const party = externalPartyOf(row);
  if (!party) return null;
  const { country, accountNumber = '' } = party as { country?: string; accountNumber?: string };
  return country ?? countryOfIban(accountNumber);
}

function isNew(value: number | null, seen: readonly Seen[], count: number): boolean | null {
  if (value === null || count < MIN_KNOWN) return null;
  return !seen.some(([known]) => known === value);
}

/** A device that came after others is new for a day: a thief may try it with a little first. */
function isNewDevice(device: number | null, known: AccountHabits, at: number): boolean | null {
  const isUnseen = isNew(device, known.devices, known.deviceCount);
  if (isUnseen !== false) return isUnseen;
  const [, since = 0] = known.devices.find(([value]) => value === device) ?? [];
  return at - since < NEW_DEVICE_MS && known.devices.some(([, first]) => first < since);
}

type Place = readonly [lat: number, lon: number];

function speedOf(here: Place | null, at: number, last: AccountHabits['place']): number | null {
  if (!here || !last) return null;
  const [lat, lon, before] = last;
  const km = distance(degrees(here), degrees([lat, lon]));
  if (km < MIN_KM) return 0;
  return km / (Math.max(60_000, at - before) / HOUR_MS);
}

const degrees = ([lat, lon]: Place): Place => [lat / 1_000, lon / 1_000];

/** Kilometres along the surface. */
function distance([lat1, lon1]: Place, [lat2, lon2]: Place): number {
  const radians = (angle: number) => (angle * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const around = Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lon1, lon2);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half(lat1, lat2) + around)));
}
