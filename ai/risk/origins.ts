// Compares the origin of a payment (device, country and location in its request) with the account's
// aggregates.

import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import type { TransactionRow } from '../../db/kernel/rows.ts';
import { movementOrigin } from '../../db/risk/habits.ts';
import { type Origin, originReads } from '../../db/risk/origins.ts';
import { countryOfIban } from '../../ledger/country.ts';
import type { AccountHabits, FirstSeen } from '../../ledger/decisions/habits.ts';
import { NO_ORIGIN, type OriginFacts } from '../../ledger/decisions/risk.ts';
import { HOUR_MS } from '../../ledger/durations.ts';
import { externalPartyOf } from '../../ledger/external-party.ts';
import type { Networks } from './networks.ts';

/** Minimum number of earlier payments for a device or country to count as new. */
const MIN_KNOWN = 3;
const NEW_DEVICE_MS = 24 * HOUR_MS;
/** Closer locations may be the same, because an IP address gives only a rough location. */
const MIN_KM = 300;
const EARTH_KM = 6_371;

export interface Origins {
  /** Returns true when the payee is known to be in another country than the customer. */
  isAbroad(row: TransactionRow): boolean;
  /** Returns true when the account has an open money laundering alert. */
  hasAmlAlert(accountId: string): boolean;
  /** Compares a payment with earlier ones. */
  compare(row: TransactionRow, accountHabits: AccountHabits, time: number): OriginFacts;
  /**
   * Returns true when payer and payee are the same customer.
   * @param payee the destination account, which is read when omitted
   */
  isOwn(row: TransactionRow, payee?: { readonly customerId: string | null }): boolean;
}

/**
 * @param networks omitted when the bank has no lists of networks, so that no rule about them
 * applies
 */
export function createOrigins(
  { database }: LedgerReads,
  networks: Networks | null = null,
): Origins {
  const { ownerOf, homeOf, hasAmlAlert } = originReads(database);
  const readValue: Origins['compare'] = (row, habits, time) => {
    const origin = movementOrigin(row.context);
    if (origin === null) return NO_ORIGIN;
    const { ipAddress } = JSON.parse(row.context ?? '{}') as Origin;
    return {
      isNewDevice: isNewDevice(origin.device, habits, time),
      isNewCountry: isNew(origin.country, habits.countries, habits.countryCount),
      speedKmh: computeSpeed(origin.place, time, habits.place),
      network:
        networks && ipAddress !== undefined ? (networks.findKind(ipAddress) ?? 'none') : null,
    };
  };
  return {
    compare: readValue,
    hasAmlAlert,
    isAbroad(row) {
      const rowCountry = findPartyCountry(row);
      const home = rowCountry && homeOf(row.sourceAccountId);
      return rowCountry !== null && home !== null && home !== undefined && home !== rowCountry;
    },
    // The customer of a transfer is the payer.
    isOwn({ type, customerId, destinationAccountId }, payee) {
      if (type !== 'transfer' || customerId === '') return false;
      return customerId === (payee ? payee.customerId : ownerOf(destinationAccountId));
    },
  };
}

/** Returns the country of the outside party: the stated one, or that of its IBAN. */
function findPartyCountry(row: TransactionRow): string | null {
  const party = externalPartyOf(row);
  if (!party) return null;
  const { country, accountNumber = '' } = party as { country?: string; accountNumber?: string };
  return country ?? countryOfIban(accountNumber);
}

function isNew(
  value: number | null,
  seenValues: readonly FirstSeen[],
  count: number,
): boolean | null {
  if (value === null || count < MIN_KNOWN) return null;
  return !seenValues.some(([hash]) => hash === value);
}

/** A further device counts as new for a day, because a thief may first try a small payment. */
function isNewDevice(device: number | null, habits: AccountHabits, time: number): boolean | null {
  const isUnseen = isNew(device, habits.devices, habits.deviceCount);
  if (isUnseen !== false) return isUnseen;
  const [, since = 0] = habits.devices.find(([value]) => value === device) ?? [];
  return time - since < NEW_DEVICE_MS && habits.devices.some(([, first]) => first < since);
}

type Place = readonly [lat: number, lon: number];

function computeSpeed(
  place: Place | null,
  time: number,
  last: AccountHabits['place'],
): number | null {
  if (!place || !last) return null;
  const [lat, lon, before] = last;
  const km = distance(degrees(place), degrees([lat, lon]));
  if (km < MIN_KM) return 0;
  return km / (Math.max(60_000, time - before) / HOUR_MS);
}

const degrees = ([lat, lon]: Place): Place => [lat / 1_000, lon / 1_000];

/** Returns the great-circle distance in kilometres. */
function distance([lat1, lon1]: Place, [lat2, lon2]: Place): number {
  const radians = (angle: number) => (angle * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const around = Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lon1, lon2);
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half(lat1, lat2) + around)));
}
