// History of two accounts that scoring a transfer needs: plain sums and counts over posted
// transfers, each of which the ledger can also find with a query as of any moment. Windows reach
// back from the moment and exclude the transfer itself: (at - length, at).

export interface TransferMoment {
  /** Milliseconds since 1970, UTC. */
  readonly atMs: number;
  /** The amount in the currency of the paying account, like all sums of its history. */
  readonly amountMinor: number;
  /** The amount in euros; null when no rate is known. */
  readonly amountReference: number | null;
}

export interface Sums {
  readonly count: number;
  readonly sumMinor: number;
}

export interface AccountHistory {
  readonly openedAtMs: number;
  /** The available balance before the transfer. */
  readonly availableMinor: number;
  readonly out1h: Pick<Sums, 'count'>;
  readonly out24h: Sums;
  readonly out7d: Sums;
  readonly out90d: Sums & { readonly largestMinor: number };
  /** Transfers out by quarter of the day (0-6, 6-12, 12-18, 18-24 UTC). */
  readonly outByQuarterDay90d: readonly [number, number, number, number];
  readonly in24h: Pick<Sums, 'sumMinor'>;
  readonly lastOutAtMs: number | null;
  /** Payees of the last day who were never paid before. */
  readonly newPayees24h: number;
  /** All payments ever to this payee. */
  readonly toPayee: Sums & { readonly firstAtMs: number | null };
}

export interface PayeeHistory {
  readonly openedAtMs: number;
  /** Different accounts that paid within a week. */
  readonly payers7d: number;
  /** Number of these payers who had never paid before. */
  readonly newPayers7d: number;
  readonly inMinor7d: number;
  readonly outMinor7d: number;
}

/** A transfer that was posted. `payee` and `payer` name accounts, or external parties. */
export interface PostedTransfer {
  readonly atMs: number;
  readonly payer: string;
  readonly payee: string;
  readonly amountMinor: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Keeps the transfers of every account in memory and summarises them: the simulator's ledger. */
export interface HistoryStore {
  open(account: string, atMs: number): void;
  /** Adds a transfer. Calls must be in the order of time. */
  add(transfer: PostedTransfer): void;
  ofPayer(account: string, payee: string, atMs: number, availableMinor: number): AccountHistory;
  /** Null for a party that is no account of this bank. */
  ofPayee(account: string, atMs: number): PayeeHistory | null;
}

/**
 * One direction of an account's transfers, in the order of time. Sums are kept as they stand after
 * each transfer, so that a window costs two look-ups whatever its length.
 */
interface Track {
  readonly at: number[];
  readonly amount: number[];
  readonly total: number[];
  /** Running count of transfers that were the first with their party. */
  readonly firsts: number[];
  /** Running counts of transfers in each quarter of the day: four figures a transfer. */
  readonly quarters: number[];
  /** Position of the previous transfer with the same party; -1 for the first. */
  readonly before: number[];
  /** Positions of transfers that no later one exceeds. */
  readonly peaks: number[];
  readonly byParty: Map<string, PartyRecord>;
}

interface PartyRecord {
  readonly count: number;
  readonly sumMinor: number;
  readonly firstAtMs: number;
  /** Position of the latest transfer. */
  readonly lastPosition: number;
}

/** The transfers of one account, in both directions. */
export interface AccountRecord {
  openedAtMs: number | null;
  readonly out: Track;
  readonly in: Track;
}

export function createRecord(openedAtMs: number | null): AccountRecord {
  return { openedAtMs, out: createTrack(), in: createTrack() };
}

function createTrack(): Track {
  const lists = { at: [], amount: [], total: [], firsts: [], quarters: [], before: [], peaks: [] };
  return { ...lists, byParty: new Map() };
}

/**
 * Adds a transfer to an account's record. It must be later than all transfers there.
 * @param side the account's side: `out` when it paid
 * @returns a function that removes it again; call these in reverse order
 */
export function recordTransfer(
  accountRecord: AccountRecord,
  side: 'out' | 'in',
  { atMs, amountMinor, party }: { atMs: number; amountMinor: number; party: string },
): () => void {
  const track = accountRecord[side];
  const position = track.at.length;
  const partyRecord = track.byParty.get(party);
  const count = (partyRecord?.count ?? 0) + 1;
  const sumMinor = (partyRecord?.sumMinor ?? 0) + amountMinor;
  const firstAtMs = partyRecord?.firstAtMs ?? atMs;
  track.at.push(atMs);
  track.amount.push(amountMinor);
  track.total.push((track.total[position - 1] ?? 0) + amountMinor);
  track.firsts.push((track.firsts[position - 1] ?? 0) + (partyRecord ? 0 : 1));
  const quarter = quarterOf(atMs);
  for (let total = 0; total < 4; total++) {
    track.quarters.push(
      (track.quarters[4 * (position - 1) + total] ?? 0) + (total === quarter ? 1 : 0),
    );
  }
  track.before.push(partyRecord?.lastPosition ?? -1);
  track.byParty.set(party, { count, sumMinor, firstAtMs, lastPosition: position });
  const removedPeaks: number[] = [];
  for (let peak = track.peaks.at(-1); peak !== undefined; peak = track.peaks.at(-1)) {
    if ((track.amount[peak] as number) > amountMinor) break;
    removedPeaks.push(track.peaks.pop() as number);
  }
  track.peaks.push(position);
  return () => {
    for (const list of [track.at, track.amount, track.total, track.firsts, track.before]) {
      list.length = position;
    }
    track.quarters.length = 4 * position;
    track.peaks.pop();
    track.peaks.push(...removedPeaks.reverse());
    if (partyRecord) track.byParty.set(party, partyRecord);
    else track.byParty.delete(party);
  };
}

/** Returns a payer's record before a transfer to a payee. */
export function computePayerHistory(
  { openedAtMs, out, in: incoming }: AccountRecord,
  payee: string,
  atMs: number,
  availableMinor: number,
): AccountHistory {
  const from90d = firstAfter(out.at, atMs - 90 * DAY);
  const from24h = firstAfter(out.at, atMs - DAY);
  const partyRecord = out.byParty.get(payee);
  return {
    openedAtMs: openedAtMs ?? atMs,
    availableMinor,
    out1h: sumsFrom(out, firstAfter(out.at, atMs - HOUR)),
    out24h: sumsFrom(out, from24h),
    out7d: sumsFrom(out, firstAfter(out.at, atMs - 7 * DAY)),
    out90d: { ...sumsFrom(out, from90d), largestMinor: largestFrom(out, from90d) },
    outByQuarterDay90d: quartersFrom(out, from90d),
    in24h: sumsFrom(incoming, firstAfter(incoming.at, atMs - DAY)),
    lastOutAtMs: out.at.at(-1) ?? null,
    newPayees24h: firstsFrom(out, from24h),
    toPayee: partyRecord
      ? {
          count: partyRecord.count,
          sumMinor: partyRecord.sumMinor,
          firstAtMs: partyRecord.firstAtMs,
        }
      : { count: 0, sumMinor: 0, firstAtMs: null },
  };
}

/** Returns a payee's record, or null when the account was never opened. */
export function computePayeeHistory(
  accountRecord: AccountRecord,
  atMs: number,
): PayeeHistory | null {
  if (accountRecord.openedAtMs === null) return null;
  const weekAgo = atMs - 7 * DAY;
  const from = firstAfter(accountRecord.in.at, weekAgo);
  return {
    openedAtMs: accountRecord.openedAtMs,
    payers7d: partiesFrom(accountRecord.in, from),
    newPayers7d: firstsFrom(accountRecord.in, from),
    inMinor7d: sumsFrom(accountRecord.in, from).sumMinor,
    outMinor7d: sumsFrom(accountRecord.out, firstAfter(accountRecord.out.at, weekAgo)).sumMinor,
  };
}

export function createHistoryStore(): HistoryStore {
  const accounts = new Map<string, AccountRecord>();

  function accountOf(party: string): AccountRecord {
    const accountRecord = accounts.get(party) ?? createRecord(null);
    accounts.set(party, accountRecord);
    return accountRecord;
  }

  return {
    open: (account, atMs) => accounts.set(account, createRecord(atMs)),
    add({ payer, payee, amountMinor, atMs }) {
      recordTransfer(accountOf(payer), 'out', { atMs, amountMinor, party: payee });
      recordTransfer(accountOf(payee), 'in', { atMs, amountMinor, party: payer });
    },
    ofPayer: (account, payee, atMs, availableMinor) =>
      computePayerHistory(accountOf(account), payee, atMs, availableMinor),
    ofPayee(account, atMs) {
      const accountRecord = accounts.get(account);
      return accountRecord ? computePayeeHistory(accountRecord, atMs) : null;
    },
  };
}

/** Returns the position of the first later entry of a list in the order of time. */
function firstAfter(times: readonly number[], afterMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) > afterMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

function sumsFrom({ at, total }: Track, from: number): Sums {
  const sumMinor = (total.at(-1) ?? 0) - (total[from - 1] ?? 0);
  return { count: at.length - from, sumMinor };
}

function firstsFrom({ firsts }: Track, from: number): number {
  return (firsts.at(-1) ?? 0) - (firsts[from - 1] ?? 0);
}

/** Counts the different parties since `from`. */
function partiesFrom({ before }: Track, from: number): number {
  let count = 0;
  for (let position = from; position < before.length; position++) {
    if ((before[position] as number) < from) count += 1;
  }
  return count;
}

function largestFrom({ peaks, amount }: Track, from: number): number {
  const peak = peaks[firstAfter(peaks, from - 1)];
  return peak === undefined ? 0 : (amount[peak] as number);
}

function quartersFrom({ quarters }: Track, from: number): [number, number, number, number] {
  const part = (quarter: number) =>
    (quarters[quarters.length - 4 + quarter] ?? 0) - (quarters[4 * (from - 1) + quarter] ?? 0);
  return [part(0), part(1), part(2), part(3)];
}

function quarterOf(atMs: number): number {
  return Math.floor((atMs % DAY) / (6 * HOUR));
}
