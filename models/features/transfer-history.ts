// What has to be known of two accounts before a transfer is scored: plain sums and counts over
// posted transfers, each of which the ledger can also find with a query as of any moment. Windows
// reach back from the moment and leave the transfer itself out: (at - length, at).

export interface TransferMoment {
  /** Milliseconds since 1970, UTC. */
  readonly atMs: number;
  /** In the currency of the paying account, as are all sums of its history. */
  readonly amountMinor: number;
  /** The amount in euros; null where no rate is known. */
  readonly amountReference: number | null;
}

export interface Sums {
  readonly count: number;
  readonly sumMinor: number;
}

export interface AccountHistory {
  readonly openedAtMs: number;
  /** Before the transfer. */
  readonly availableMinor: number;
  readonly out1h: Sums;
  readonly out24h: Sums;
  readonly out7d: Sums;
  readonly out90d: Sums & { readonly largestMinor: number };
  /** Transfers out by quarter of the day (0-6, 6-12, 12-18, 18-24 UTC). */
  readonly outByQuarterDay90d: readonly [number, number, number, number];
  readonly in24h: Sums;
  readonly lastOutAtMs: number | null;
  /** Payees of the last day to whom nothing was ever sent before. */
  readonly newPayees24h: number;
  /** All that was ever sent to this payee. */
  readonly toPayee: Sums & { readonly firstAtMs: number | null };
}

export interface PayeeHistory {
  readonly openedAtMs: number;
  /** Different accounts that paid within a week. */
  readonly payers7d: number;
  /** Those of them that had never paid before. */
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
export interface HistoryBook {
  open(account: string, atMs: number): void;
  /** In the order of time. */
  add(transfer: PostedTransfer): void;
  ofPayer(account: string, payee: string, atMs: number, availableMinor: number): AccountHistory;
  /** Null for a party that was never opened: it is outside. */
  ofPayee(account: string, atMs: number): PayeeHistory | null;
}

interface Page {
  readonly openedAtMs: number | null;
  readonly outgoing: PostedTransfer[];
  readonly incoming: PostedTransfer[];
  /** Per payee: all time. */
  readonly sent: Map<string, { count: number; sumMinor: number; firstAtMs: number }>;
  /** Per payer: when it first paid. */
  readonly firstPaidBy: Map<string, number>;
}

export function historyBook(): HistoryBook {
  const pages = new Map<string, Page>();

  function pageOf(party: string): Page {
    const known = pages.get(party) ?? newPage(null);
    pages.set(party, known);
    return known;
  }

  function add(transfer: PostedTransfer): void {
    const { payer, payee, amountMinor, atMs } = transfer;
    const [from, to] = [pageOf(payer), pageOf(payee)];
    from.outgoing.push(transfer);
    to.incoming.push(transfer);
    const sent = from.sent.get(payee) ?? { count: 0, sumMinor: 0, firstAtMs: atMs };
    const { count, sumMinor } = sent;
    from.sent.set(payee, { ...sent, count: count + 1, sumMinor: sumMinor + amountMinor });
    if (!to.firstPaidBy.has(payer)) to.firstPaidBy.set(payer, atMs);
  }

  function ofPayer(account: string, payee: string, atMs: number, availableMinor: number) {
    const page = pageOf(account);
    const out90d = since(page.outgoing, atMs - 90 * DAY);
    const out24h = since(out90d, atMs - DAY);
    const sent = page.sent.get(payee);
    const recent = new Set(out24h.map((transfer) => transfer.payee));
    const isNew = (one: string) => (page.sent.get(one)?.firstAtMs ?? 0) > atMs - DAY;
    return {
      openedAtMs: page.openedAtMs ?? atMs,
      availableMinor,
      out1h: sumsOf(since(out24h, atMs - HOUR)),
      out24h: sumsOf(out24h),
      out7d: sumsOf(since(out90d, atMs - 7 * DAY)),
      out90d: { ...sumsOf(out90d), largestMinor: largestOf(out90d) },
      outByQuarterDay90d: byQuarterDay(out90d),
      in24h: sumsOf(since(page.incoming, atMs - DAY)),
      lastOutAtMs: page.outgoing.at(-1)?.atMs ?? null,
      newPayees24h: [...recent].filter(isNew).length,
      toPayee: sent ?? { count: 0, sumMinor: 0, firstAtMs: null },
    };
  }

  function ofPayee(account: string, atMs: number): PayeeHistory | null {
    const page = pages.get(account);
    if (!page || page.openedAtMs === null) return null;
    const week = atMs - 7 * DAY;
    const incoming = since(page.incoming, week);
    const payers = new Set(incoming.map(({ payer }) => payer));
    const isNew = (payer: string) => (page.firstPaidBy.get(payer) ?? 0) > week;
    return {
      openedAtMs: page.openedAtMs,
      payers7d: payers.size,
      newPayers7d: [...payers].filter(isNew).length,
      inMinor7d: sumsOf(incoming).sumMinor,
      outMinor7d: sumsOf(since(page.outgoing, week)).sumMinor,
    };
  }

  return { open: (account, atMs) => pages.set(account, newPage(atMs)), add, ofPayer, ofPayee };
}

function newPage(openedAtMs: number | null): Page {
  return { openedAtMs, outgoing: [], incoming: [], sent: new Map(), firstPaidBy: new Map() };
}

/** The transfers after a moment; the list is in the order of time. */
function since(transfers: readonly PostedTransfer[], afterMs: number): readonly PostedTransfer[] {
  let low = 0;
  let high = transfers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((transfers[middle] as PostedTransfer).atMs > afterMs) high = middle;
    else low = middle + 1;
  }
  return transfers.slice(low);
}

function sumsOf(transfers: readonly PostedTransfer[]): Sums {
  const sumMinor = transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { count: transfers.length, sumMinor };
}

function largestOf(transfers: readonly PostedTransfer[]): number {
  return transfers.reduce((largest, { amountMinor }) => Math.max(largest, amountMinor), 0);
}

function byQuarterDay(transfers: readonly PostedTransfer[]): [number, number, number, number] {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  for (const { atMs } of transfers) {
    const quarter = Math.floor((atMs % DAY) / (6 * HOUR)) as 0 | 1 | 2 | 3;
    counts[quarter] += 1;
  }
  return counts;
}
