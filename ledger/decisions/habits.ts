// Aggregates of an account with which its payments are judged without reading its history: counts
// and sums in windows of whole minutes, and one record for each of its parties. Both have a bounded
// size at any history. The ledger updates them in the commit of a booking, and the simulator that
// models are trained on folds the same functions over its transfers. docs/risk.md, "The table of
// features", defines each of them.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface WindowShape {
  /** Duration of one slot of the window, in whole minutes. */
  readonly sizeMs: number;
  readonly places: number;
  readonly columns: readonly string[];
}

/** Windows of an account: the newest places, the one that runs among them. */
export const WINDOWS = {
  hour: { sizeMs: 5 * MINUTE, places: 12, columns: ['out', 'newPayees', 'newPayeesSmall'] },
  day: {
    sizeMs: HOUR,
    places: 24,
    columns: [
      'out',
      'outSum',
      'inSum',
      'newPayees',
      'newPayeesSmall',
      'nearThreshold',
      'newPayersSum',
    ],
  },
  week: {
    sizeMs: 6 * HOUR,
    places: 28,
    columns: ['out', 'outSum', 'inSum', 'payers', 'newPayers', 'newPayees'],
  },
  quarter: {
    sizeMs: 5 * DAY,
    places: 18,
    columns: ['out', 'outSum', 'outLargest', 'from0', 'from6', 'from12', 'from18'],
  },
} as const satisfies Record<string, WindowShape>;

type WindowName = keyof typeof WINDOWS;
const NAMES = Object.keys(WINDOWS) as WindowName[];

/** Rows of one window, the oldest first: the number of the place, and its columns. */
type Rows = number[][];

/** Something that a payment said of where it was sent from, as a number, and when it first did. */
export type Seen = [value: number, firstAtMs: number];

export interface AccountHabits {
  readonly windows: Record<WindowName, Rows>;
  firstOutAtMs: number | null;
  lastOutAtMs: number | null;
  /** All payments to others. */
  outCount: number;
  /** Histogram of their amounts: two bins for each doubling. */
  readonly sizes: number[];
  /** Payments that named a device or a country, and the newest ones that were named. */
  deviceCount: number;
  readonly devices: Seen[];
  countryCount: number;
  readonly countries: Seen[];
  /** Location of the latest payment that stated one, in thousandths of a degree. */
  place: [lat: number, lon: number, atMs: number] | null;
  /** When a payment was last stopped that nobody has cleared since. */
  doubtAtMs: number | null;
}

/** The aggregates of an account with one party. */
export interface PartyHabits {
  readonly outCount: number;
  readonly outSum: number;
  readonly outFirstAt: number | null;
  readonly outLastAt: number | null;
  readonly outLargest: number;
  /** Payments in a row, up to the newest, each of which was larger than all before. */
  readonly outRises: number;
  readonly inCount: number;
  readonly inSum: number;
  readonly inFirstAt: number | null;
  readonly inLastAt: number | null;
}

/** A booked movement, from the side of one account. Between accounts of one owner there is none. */
export interface Movement {
  readonly atMs: number;
  readonly side: 'out' | 'in';
  readonly amountMinor: number;
  /** Euros at the rate of the booking, or null without a rate. */
  readonly amountReference: number | null;
  readonly origin?: MovementOrigin | null;
}

/** Hashes of a payment's stated origin. */
export interface MovementOrigin {
  readonly device: number | null;
  readonly country: number | null;
  readonly place: readonly [lat: number, lon: number] | null;
}

/** Devices and countries that an account is known by. */
const MOST_SEEN = 8;
const MOST_SIZES = 112;
/** Below it a first payment counts as a small one, in euros. */
export const SMALL_BELOW = 30;
/** Payments from this amount on count as close to the reporting threshold, in euros. */
export const NEAR_THRESHOLD_FROM = 8_000;

export const NO_PARTY: PartyHabits = {
  outCount: 0,
  outSum: 0,
  outFirstAt: null,
  outLastAt: null,
  outLargest: 0,
  outRises: 0,
  inCount: 0,
  inSum: 0,
  inFirstAt: null,
  inLastAt: null,
};

/** The record of an account that has not moved anything yet. */
export function newHabits(): AccountHabits {
  return {
    windows: { hour: [], day: [], week: [], quarter: [] },
    firstOutAtMs: null,
    lastOutAtMs: null,
    outCount: 0,
    sizes: [],
    deviceCount: 0,
    devices: [],
    countryCount: 0,
    countries: [],
    place: null,
    doubtAtMs: null,
  };
}

/** The columns of a moment in a window, or null when the moment lies before the window. */
function rowAt(
  rows: Rows,
  { sizeMs, places, columns }: WindowShape,
  atMs: number,
): number[] | null {
  const place = Math.floor(atMs / sizeMs);
  let index = rows.length;
  while (index > 0 && ((rows[index - 1] as number[])[0] as number) > place) index -= 1;
  const before = rows[index - 1];
  if (before && before[0] === place) return before;
  const newest = Math.max(place, rows.at(-1)?.[0] ?? place);
  if (place <= newest - places) return null;
  const row = new Array<number>(columns.length + 1).fill(0);
  row[0] = place;
  rows.splice(index, 0, row);
  const gone = rows.findIndex(([number = 0]) => number > newest - places);
  if (gone > 0) rows.splice(0, gone);
  return row;
}

/** Adds to a column; a moment before the window changes nothing. */
function add(
  habits: AccountHabits,
  name: WindowName,
  atMs: number,
  amounts: Readonly<Record<string, number>>,
): void {
  const shape: WindowShape = WINDOWS[name];
  const row = rowAt(habits.windows[name], shape, atMs);
  if (!row) return;
  for (const [column, amount] of Object.entries(amounts)) {
    const at = shape.columns.indexOf(column) + 1;
    row[at] = (row[at] as number) + amount;
  }
}

type Column<Name extends WindowName> = (typeof WINDOWS)[Name]['columns'][number];

/**
 * The sum of a column over the slots of a window that end with the one of the moment.
 * @param newest number of slots, by default all
 */
export function sumIn<Name extends WindowName>(
  habits: AccountHabits,
  name: Name,
  atMs: number,
  column: Column<Name>,
  newest: number = WINDOWS[name].places,
): number {
  const { columns, places } = WINDOWS[name] as WindowShape;
  const at = columns.indexOf(column) + 1;
  const from = firstPlace(habits, name, atMs) + places - newest;
  let sum = 0;
  for (const row of habits.windows[name]) {
    if ((row[0] as number) >= from) sum += row[at] as number;
  }
  return sum;
}

/** The first place of a window; a moment before the newest movement sees that movement's window. */
export function firstPlace({ windows }: AccountHabits, name: WindowName, atMs: number): number {
  const { sizeMs, places } = WINDOWS[name];
  return Math.max(Math.floor(atMs / sizeMs), windows[name].at(-1)?.[0] ?? 0) - places + 1;
}

/** Counts a movement in the aggregates of an account, and of the account with the party. */
export function noteMovement(habits: AccountHabits, party: PartyHabits, movement: Movement): void {
  if (movement.side === 'out') noteOut(habits, party, movement);
  else noteIn(habits, party, movement);
}

/** The record of a party after a movement. */
export function noteParty(party: PartyHabits, { side, atMs, amountMinor }: Movement): PartyHabits {
  if (side === 'in') {
    return {
      ...party,
      inCount: party.inCount + 1,
      inSum: party.inSum + amountMinor,
      inFirstAt: party.inFirstAt ?? atMs,
      inLastAt: Math.max(atMs, party.inLastAt ?? 0),
    };
  }
  return {
    ...party,
    outCount: party.outCount + 1,
    outSum: party.outSum + amountMinor,
    outFirstAt: party.outFirstAt ?? atMs,
    outLastAt: Math.max(atMs, party.outLastAt ?? 0),
    outLargest: Math.max(party.outLargest, amountMinor),
    outRises: amountMinor > party.outLargest ? party.outRises + 1 : 0,
  };
}

function noteOut(habits: AccountHabits, party: PartyHabits, movement: Movement): void {
  const { atMs, amountMinor, amountReference } = movement;
  const newPayees = party.outCount === 0 ? 1 : 0;
  const isSmall = amountReference !== null && amountReference < SMALL_BELOW;
  const newPayeesSmall = isSmall ? newPayees : 0;
  const nearThreshold = (amountReference ?? 0) >= NEAR_THRESHOLD_FROM ? 1 : 0;
  const money = { out: 1, outSum: amountMinor };
  add(habits, 'hour', atMs, { out: 1, newPayees, newPayeesSmall });
  add(habits, 'day', atMs, { ...money, newPayees, newPayeesSmall, nearThreshold });
  add(habits, 'week', atMs, { ...money, newPayees });
  add(habits, 'quarter', atMs, { ...money, [`from${6 * quarterOf(atMs)}`]: 1 });
  const days = rowAt(habits.windows.quarter, WINDOWS.quarter, atMs);
  if (days) days[3] = Math.max(days[3] as number, amountMinor);
  habits.firstOutAtMs ??= atMs;
  habits.lastOutAtMs = Math.max(atMs, habits.lastOutAtMs ?? 0);
  habits.outCount += 1;
  const size = sizeOf(amountMinor);
  while (habits.sizes.length <= size) habits.sizes.push(0);
  habits.sizes[size] = (habits.sizes[size] as number) + 1;
  noteOrigin(habits, movement);
}

function noteIn(habits: AccountHabits, party: PartyHabits, { atMs, amountMinor }: Movement): void {
  const isNew = party.inCount === 0;
  add(habits, 'day', atMs, { inSum: amountMinor, newPayersSum: isNew ? amountMinor : 0 });
  add(habits, 'week', atMs, { inSum: amountMinor, newPayers: isNew ? 1 : 0 });
  countPayer(habits, party.inLastAt, atMs);
}

/** Each payer counts once in a window: in the place of its newest payment. */
function countPayer(habits: AccountHabits, lastAtMs: number | null, atMs: number): void {
  if (lastAtMs !== null) {
    if (lastAtMs > atMs) return;
    const place = Math.floor(lastAtMs / WINDOWS.week.sizeMs);
    const before = habits.windows.week.find(([number]) => number === place);
    if (before) before[4] = Math.max(0, (before[4] as number) - 1);
  }
  add(habits, 'week', atMs, { payers: 1 });
}

function noteOrigin(habits: AccountHabits, { atMs, origin }: Movement): void {
  if (!origin) return;
  const { device, country, place } = origin;
  if (device !== null) {
    habits.deviceCount += 1;
    see(habits.devices, device, atMs);
  }
  if (country !== null) {
    habits.countryCount += 1;
    see(habits.countries, country, atMs);
  }
  if (place) habits.place = [place[0], place[1], atMs];
}

/** The newest stay, in the order of their last use. */
function see(list: Seen[], value: number, atMs: number): void {
  const at = list.findIndex(([known]) => known === value);
  const [known] = at === -1 ? [] : list.splice(at, 1);
  list.push(known ?? [value, atMs]);
  if (list.length > MOST_SEEN) list.shift();
}

/** Two places to each doubling. */
function sizeOf(amountMinor: number): number {
  return Math.min(MOST_SIZES - 1, Math.floor(2 * Math.log2(Math.max(1, amountMinor))));
}

function quarterOf(atMs: number): number {
  return Math.floor((atMs % DAY) / (6 * HOUR));
}

/**
 * The quantile of all payments to others, in minor units, rounded up to the next half of a
 * doubling; null when there were none.
 */
export function usualAmount({ sizes, outCount }: AccountHabits, share: number): number | null {
  if (outCount === 0) return null;
  let left = share * outCount;
  for (const [size, count] of sizes.entries()) {
    left -= count;
    if (left <= 0) return 2 ** ((size + 1) / 2);
  }
  return 2 ** (sizes.length / 2);
}

const FORMAT = 2;
/** The format that keeps the latest use of each device and country, but not the first. */
const FORMAT_WITH_LAST_USE = 1;

/** The record in bytes: some hundred for most accounts, below three thousand for any. */
export function packHabits(habits: AccountHabits): Buffer {
  const numbers: number[] = [FORMAT];
  const some = (value: number | null) => numbers.push(value === null ? 0 : value + 1);
  const list = (seen: readonly Seen[]) => {
    numbers.push(seen.length);
    for (const one of seen) numbers.push(...one);
  };
  some(habits.firstOutAtMs);
  some(habits.lastOutAtMs);
  numbers.push(habits.outCount, habits.sizes.length, ...habits.sizes, habits.deviceCount);
  list(habits.devices);
  numbers.push(habits.countryCount);
  list(habits.countries);
  numbers.push(habits.place ? 1 : 0);
  if (habits.place) {
    const [lat, lon, atMs] = habits.place;
    numbers.push(lat + 90_000, lon + 180_000, atMs);
  }
  for (const name of NAMES) {
    const rows = habits.windows[name];
    numbers.push(rows.length);
    let before = 0;
    for (const [place = 0, ...values] of rows) {
      numbers.push(place - before, ...values);
      before = place;
    }
  }
  some(habits.doubtAtMs);
  return writeNumbers(numbers);
}

/** The record that {@link packHabits} wrote. @throws Error when the bytes are of another version */
export function unpackHabits(bytes: Buffer): AccountHabits {
  const read = numberReader(bytes);
  const format = read();
  if (format !== FORMAT && format !== FORMAT_WITH_LAST_USE) {
    throw new Error('the habits of an account are of another version');
  }
  const some = () => {
    const value = read();
    return value === 0 ? null : value - 1;
  };
  const times = <T>(count: number, one: () => T) => {
    const all: T[] = [];
    for (let at = 0; at < count; at++) all.push(one());
    return all;
  };
  const seen = (): Seen[] =>
    times(read(), () => {
      const [value, at] = [read(), read()];
      return [value, format === FORMAT ? at : 0];
    });
  const [firstOutAtMs, lastOutAtMs, outCount] = [some(), some(), read()];
  const sizes = times(read(), read);
  const [deviceCount, devices, countryCount, countries] = [read(), seen(), read(), seen()];
  const place: AccountHabits['place'] =
    read() === 1 ? [read() - 90_000, read() - 180_000, read()] : null;
  const windows = newHabits().windows;
  for (const name of NAMES) {
    const width = WINDOWS[name].columns.length;
    let before = 0;
    windows[name] = times(read(), () => {
      before += read();
      const row = [before];
      for (let column = 0; column < width; column++) row.push(read());
      return row;
    });
  }
  const doubtAtMs = some();
  const known = { deviceCount, devices, countryCount, countries, place, doubtAtMs };
  return { windows, firstOutAtMs, lastOutAtMs, outCount, sizes, ...known };
}

let room = Buffer.alloc(8_192);

/** Whole numbers from 0 up to 2^53, seven bits to a byte, the low ones first. */
function writeNumbers(numbers: readonly number[]): Buffer {
  if (room.length < 8 * numbers.length) room = Buffer.alloc(16 * numbers.length);
  let at = 0;
  for (let value of numbers) {
    while (value >= 128) {
      room[at++] = (value % 128) + 128;
      value = Math.floor(value / 128);
    }
    room[at++] = value;
  }
  return Buffer.from(room.subarray(0, at));
}

function numberReader(bytes: Buffer): () => number {
  let at = 0;
  return () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('the habits of an account end too early');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
}
