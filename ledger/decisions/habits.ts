// Habits: aggregates of an account by which its payments are judged without reading its history.
// They are counts and sums in time windows, and one record for each counterparty, and have a
// bounded size. The ledger updates them in the commit of a booking; the simulator that makes
// training data applies the same functions to its transfers. docs/build/risk.md, "The table of
// features", defines each feature.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface WindowShape {
  /** Duration of one slot, a whole number of minutes. */
  readonly sizeMs: number;
  /** Number of slots. */
  readonly slots: number;
  readonly columns: readonly string[];
}

/** Windows of an account. Each keeps its newest slots, the current one included. */
export const WINDOWS = {
  hour: { sizeMs: 5 * MINUTE, slots: 12, columns: ['out', 'newPayees', 'newPayeesSmall'] },
  day: {
    sizeMs: HOUR,
    slots: 24,
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
    slots: 28,
    columns: ['out', 'outSum', 'inSum', 'payers', 'newPayers', 'newPayees'],
  },
  quarter: {
    sizeMs: 5 * DAY,
    slots: 18,
    columns: ['out', 'outSum', 'outLargest', 'from0', 'from6', 'from12', 'from18'],
  },
} as const satisfies Record<string, WindowShape>;

type WindowName = keyof typeof WINDOWS;
const WINDOW_NAMES = Object.keys(WINDOWS) as WindowName[];

/**
 * Rows of one window, oldest first: the number of the slot (its start ÷ `sizeMs`), then columns.
 */
type Rows = number[][];

/** The hash of a device or country from which payments were sent, and when it was first used. */
export type FirstSeen = [value: number, firstAtMs: number];

export interface AccountHabits {
  readonly windows: Record<WindowName, Rows>;
  firstOutAtMs: number | null;
  lastOutAtMs: number | null;
  /** Number of payments to others. */
  outCount: number;
  /** Histogram of the amounts of these payments: two bins for each doubling. */
  readonly sizes: number[];
  /** Number of payments that stated a device or country, and the most recently used of them. */
  deviceCount: number;
  readonly devices: FirstSeen[];
  countryCount: number;
  readonly countries: FirstSeen[];
  /** Location of the latest payment that stated one, in thousandths of a degree. */
  place: [lat: number, lon: number, atMs: number] | null;
  /** When a payment was last stopped, unless a person has cleared it since. */
  doubtAtMs: number | null;
}

/** The aggregates of an account with one party. */
export interface PartyHabits {
  readonly outCount: number;
  readonly outSum: number;
  readonly outFirstAt: number | null;
  readonly outLastAt: number | null;
  readonly outLargest: number;
  /** Consecutive payments, up to the newest, that were each larger than all earlier ones. */
  readonly outRises: number;
  readonly inCount: number;
  readonly inSum: number;
  readonly inFirstAt: number | null;
  readonly inLastAt: number | null;
}

/** A booked movement of one account. Transfers between accounts of one owner are not counted. */
export interface Movement {
  readonly atMs: number;
  readonly side: 'out' | 'in';
  readonly amountMinor: number;
  /** Euros at the rate of the booking; null without a rate. */
  readonly amountReference: number | null;
  readonly origin?: MovementOrigin | null;
}

/** Hashes of a payment's stated origin. */
export interface MovementOrigin {
  readonly device: number | null;
  readonly country: number | null;
  readonly place: readonly [lat: number, lon: number] | null;
}

/** Maximum number of devices, and of countries, that a record keeps. */
const MAX_SEEN = 8;
/** Maximum number of bins of the histogram of amounts. */
const MAX_SIZE_BINS = 112;
/** A first payment below this amount counts as small, in euros. */
export const SMALL_AMOUNT_LIMIT = 30;
/** Payments from this amount on count as close to the reporting threshold, in euros. */
export const NEAR_THRESHOLD_MIN_AMOUNT = 8_000;

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

/** The record of an account without movements. */
export function createHabits(): AccountHabits {
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

/** The row of a moment in a window, added when absent; null when the moment precedes the window. */
function rowAt(rows: Rows, { sizeMs, slots, columns }: WindowShape, atMs: number): number[] | null {
  const slot = Math.floor(atMs / sizeMs);
  let index = rows.length;
  while (index > 0 && ((rows[index - 1] as number[])[0] as number) > slot) index -= 1;
  const previousRow = rows[index - 1];
  if (previousRow && previousRow[0] === slot) return previousRow;
  const newest = Math.max(slot, rows.at(-1)?.[0] ?? slot);
  if (slot <= newest - slots) return null;
  const row = new Array<number>(columns.length + 1).fill(0);
  row[0] = slot;
  rows.splice(index, 0, row);
  const firstExpired = rows.findIndex(([number = 0]) => number > newest - slots);
  if (firstExpired > 0) rows.splice(0, firstExpired);
  return row;
}

/** Adds amounts to columns of a moment's row; does nothing when the moment precedes the window. */
function addToWindow(
  habits: AccountHabits,
  name: WindowName,
  atMs: number,
  amounts: Readonly<Record<string, number>>,
): void {
  const shape: WindowShape = WINDOWS[name];
  const row = rowAt(habits.windows[name], shape, atMs);
  if (!row) return;
  for (const [column, amount] of Object.entries(amounts)) {
    const index = shape.columns.indexOf(column) + 1;
    row[index] = (row[index] as number) + amount;
  }
}

type Column<Name extends WindowName> = (typeof WINDOWS)[Name]['columns'][number];

/** The index of a column in the rows of a window. */
function columnIndex<Name extends WindowName>(name: Name, column: Column<Name>): number {
  return (WINDOWS[name] as WindowShape).columns.indexOf(column) + 1;
}

/**
 * The sum of a column over the newest slots of a window as of a moment.
 * @param slotCount how many of the newest slots, by default all
 */
export function sumIn<Name extends WindowName>(
  habits: AccountHabits,
  name: Name,
  atMs: number,
  column: Column<Name>,
  slotCount: number = WINDOWS[name].slots,
): number {
  const { slots } = WINDOWS[name];
  const index = columnIndex(name, column);
  const from = firstSlot(habits, name, atMs) + slots - slotCount;
  let sum = 0;
  for (const row of habits.windows[name]) {
    if ((row[0] as number) >= from) sum += row[index] as number;
  }
  return sum;
}

/** The number of a window's first slot as of a moment, or as of the newest movement if later. */
export function firstSlot({ windows }: AccountHabits, name: WindowName, atMs: number): number {
  const { sizeMs, slots } = WINDOWS[name];
  return Math.max(Math.floor(atMs / sizeMs), windows[name].at(-1)?.[0] ?? 0) - slots + 1;
}

/**
 * Adds a movement to the habits of an account.
 * @param party the party's record before the movement
 */
export function noteMovement(habits: AccountHabits, party: PartyHabits, movement: Movement): void {
  if (movement.side === 'out') noteOut(habits, party, movement);
  else noteIn(habits, party, movement);
}

/** The record of a party after a movement. */
export function partyAfter(party: PartyHabits, { side, atMs, amountMinor }: Movement): PartyHabits {
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
  const isSmall = amountReference !== null && amountReference < SMALL_AMOUNT_LIMIT;
  const newPayeesSmall = isSmall ? newPayees : 0;
  const nearThreshold = (amountReference ?? 0) >= NEAR_THRESHOLD_MIN_AMOUNT ? 1 : 0;
  const outflow = { out: 1, outSum: amountMinor };
  addToWindow(habits, 'hour', atMs, { out: 1, newPayees, newPayeesSmall });
  addToWindow(habits, 'day', atMs, { ...outflow, newPayees, newPayeesSmall, nearThreshold });
  addToWindow(habits, 'week', atMs, { ...outflow, newPayees });
  addToWindow(habits, 'quarter', atMs, { ...outflow, [`from${6 * quarterOfDay(atMs)}`]: 1 });
  const quarterRow = rowAt(habits.windows.quarter, WINDOWS.quarter, atMs);
  if (quarterRow) {
    const index = columnIndex('quarter', 'outLargest');
    quarterRow[index] = Math.max(quarterRow[index] as number, amountMinor);
  }
  habits.firstOutAtMs ??= atMs;
  habits.lastOutAtMs = Math.max(atMs, habits.lastOutAtMs ?? 0);
  habits.outCount += 1;
  const bin = amountBin(amountMinor);
  while (habits.sizes.length <= bin) habits.sizes.push(0);
  habits.sizes[bin] = (habits.sizes[bin] as number) + 1;
  noteOrigin(habits, movement);
}

function noteIn(habits: AccountHabits, party: PartyHabits, { atMs, amountMinor }: Movement): void {
  const isNew = party.inCount === 0;
  addToWindow(habits, 'day', atMs, { inSum: amountMinor, newPayersSum: isNew ? amountMinor : 0 });
  addToWindow(habits, 'week', atMs, { inSum: amountMinor, newPayers: isNew ? 1 : 0 });
  countPayer(habits, party.inLastAt, atMs);
}

/** Counts each payer once in a window, in the slot of the payer's newest payment. */
function countPayer(habits: AccountHabits, lastAtMs: number | null, atMs: number): void {
  if (lastAtMs !== null) {
    if (lastAtMs > atMs) return;
    const slot = Math.floor(lastAtMs / WINDOWS.week.sizeMs);
    const earlierRow = habits.windows.week.find(([number]) => number === slot);
    const index = columnIndex('week', 'payers');
    if (earlierRow) earlierRow[index] = Math.max(0, (earlierRow[index] as number) - 1);
  }
  addToWindow(habits, 'week', atMs, { payers: 1 });
}

function noteOrigin(habits: AccountHabits, { atMs, origin }: Movement): void {
  if (!origin) return;
  const { device, country, place } = origin;
  if (device !== null) {
    habits.deviceCount += 1;
    rememberOrigin(habits.devices, device, atMs);
  }
  if (country !== null) {
    habits.countryCount += 1;
    rememberOrigin(habits.countries, country, atMs);
  }
  if (place) habits.place = [place[0], place[1], atMs];
}

/** Moves a value to the end of the list, which keeps the most recently used. */
function rememberOrigin(list: FirstSeen[], value: number, atMs: number): void {
  const index = list.findIndex(([entry]) => entry === value);
  const [entry] = index === -1 ? [] : list.splice(index, 1);
  list.push(entry ?? [value, atMs]);
  if (list.length > MAX_SEEN) list.shift();
}

/** The bin of an amount: two bins for each doubling. */
function amountBin(amountMinor: number): number {
  return Math.min(MAX_SIZE_BINS - 1, Math.floor(2 * Math.log2(Math.max(1, amountMinor))));
}

function quarterOfDay(atMs: number): number {
  return Math.floor((atMs % DAY) / (6 * HOUR));
}

/**
 * The quantile of the amounts of all payments to others, in minor units, rounded up to the end of
 * its bin; null without payments.
 * @param share 0 to 1, such as 0.9
 */
export function usualAmount({ sizes, outCount }: AccountHabits, share: number): number | null {
  if (outCount === 0) return null;
  let remaining = share * outCount;
  for (const [bin, count] of sizes.entries()) {
    remaining -= count;
    if (remaining <= 0) return 2 ** ((bin + 1) / 2);
  }
  return 2 ** (sizes.length / 2);
}

const FORMAT = 2;
/** The format that keeps the latest use of each device and country instead of the first. */
const FORMAT_WITH_LAST_USE = 1;

/** Encodes a record: some hundred bytes for most accounts, less than 3,000 for any. */
export function packHabits(habits: AccountHabits): Buffer {
  const numbers: number[] = [FORMAT];
  const writeNullable = (value: number | null) => numbers.push(value === null ? 0 : value + 1);
  const writeList = (entries: readonly FirstSeen[]) => {
    numbers.push(entries.length);
    for (const entry of entries) numbers.push(...entry);
  };
  writeNullable(habits.firstOutAtMs);
  writeNullable(habits.lastOutAtMs);
  numbers.push(habits.outCount, habits.sizes.length, ...habits.sizes, habits.deviceCount);
  writeList(habits.devices);
  numbers.push(habits.countryCount);
  writeList(habits.countries);
  numbers.push(habits.place ? 1 : 0);
  if (habits.place) {
    const [lat, lon, atMs] = habits.place;
    numbers.push(lat + 90_000, lon + 180_000, atMs);
  }
  for (const name of WINDOW_NAMES) {
    const rows = habits.windows[name];
    numbers.push(rows.length);
    let previousSlot = 0;
    for (const [slot = 0, ...values] of rows) {
      numbers.push(slot - previousSlot, ...values);
      previousSlot = slot;
    }
  }
  writeNullable(habits.doubtAtMs);
  return writeNumbers(numbers);
}

/**
 * Decodes a record of {@link packHabits}.
 * @throws Error when the bytes have another format
 */
export function unpackHabits(bytes: Buffer): AccountHabits {
  const read = numberReader(bytes);
  const format = read();
  if (format !== FORMAT && format !== FORMAT_WITH_LAST_USE) {
    throw new Error('the habits of an account have another version');
  }
  const readNullable = () => {
    const value = read();
    return value === 0 ? null : value - 1;
  };
  const readMany = <T>(count: number, make: () => T) => {
    const all: T[] = [];
    for (let index = 0; index < count; index++) all.push(make());
    return all;
  };
  const readFirstSeen = (): FirstSeen[] =>
    readMany(read(), () => {
      const [value, firstSeen] = [read(), read()];
      return [value, format === FORMAT ? firstSeen : 0];
    });
  const [firstOutAtMs, lastOutAtMs, outCount] = [readNullable(), readNullable(), read()];
  const sizes = readMany(read(), read);
  const [deviceCount, devices, countryCount, countries] = [
    read(),
    readFirstSeen(),
    read(),
    readFirstSeen(),
  ];
  const place: AccountHabits['place'] =
    read() === 1 ? [read() - 90_000, read() - 180_000, read()] : null;
  const windows = createHabits().windows;
  for (const name of WINDOW_NAMES) {
    const width = WINDOWS[name].columns.length;
    let slot = 0;
    windows[name] = readMany(read(), () => {
      slot += read();
      const row = [slot];
      for (let column = 0; column < width; column++) row.push(read());
      return row;
    });
  }
  const doubtAtMs = readNullable();
  const facts = { deviceCount, devices, countryCount, countries, place, doubtAtMs };
  return { windows, firstOutAtMs, lastOutAtMs, outCount, sizes, ...facts };
}

/** Reused between calls. */
let buffer = Buffer.alloc(8_192);

/** Encodes whole numbers from 0 to 2^53: seven bits in each byte, the low bits first. */
function writeNumbers(numbers: readonly number[]): Buffer {
  if (buffer.length < 8 * numbers.length) buffer = Buffer.alloc(16 * numbers.length);
  let offset = 0;
  for (let value of numbers) {
    while (value >= 128) {
      buffer[offset++] = (value % 128) + 128;
      value = Math.floor(value / 128);
    }
    buffer[offset++] = value;
  }
  return Buffer.from(buffer.subarray(0, offset));
}

function numberReader(bytes: Buffer): () => number {
  let offset = 0;
  return () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[offset++];
      if (byte === undefined) throw new Error('the habits of an account end too early');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
}
