// A bank as queues: what utilisation and waiting follow from the measured costs of docs/scaling.md
// at rates that no machine here can make. Nothing is booked. `npm run node -- bench/scale.ts`
// prints two closed loops beside what was measured, then the four rates.

const SECONDS = 60;
const WARM_MS = 5_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Milliseconds of processor time; docs/scaling.md says where each is from. */
const COST = {
  /** Of a request, half before its group and half after: 1.18 less the kernel and the model. */
  http: 0.55,
  /** A commit: 2.04 alone and 0.335 each for 32 lie on one line. */
  commit: 1.76,
  booked: 0.28,
  model: 0.29,
  /** Two deliveries of a transfer. */
  webhooks: 0.6,
  workflow: 14,
} as const;
const MOST_IN_GROUP = 32;
const COLLECTED_MS = 100;

/** One thread that takes its work in order. */
class Thread {
  #free = 0;
  busy = 0;
  /** @returns when it is done, milliseconds */
  take(at: number, cost: number): number {
    const begins = Math.max(at, this.#free);
    this.#free = begins + cost;
    if (begins > WARM_MS) this.busy += cost;
    return this.#free;
  }
}

/**
 * What happens next comes first: a binary heap by time, in the order of arrival where times agree.
 */
class Timeline {
  readonly #heap: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];
  #order = 0;

  add(at: number, run: () => void): void {
    const heap = this.#heap;
    heap.push({ at, order: this.#order++, run });
    for (let child = heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(child, parent)) break;
      this.#swap(child, parent);
      child = parent;
    }
  }

  /** Runs everything up to a time. */
  runUntil(end: number): void {
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.#removeFirst();
      next.run();
    }
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    for (let parent = 0; ; ) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      let least = parent;
      if (left < heap.length && this.#isBefore(left, least)) least = left;
      if (right < heap.length && this.#isBefore(right, least)) least = right;
      if (least === parent) return;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b) return false;
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    const [a, b] = [heap[one], heap[other]];
    if (!a || !b) return;
    heap[one] = b;
    heap[other] = a;
  }
}

/** The same numbers in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Layout {
  /**
   * Transfers a second to this ledger, as they come; null: `clients` that ask again when answered.
   */
  readonly rate: number | null;
  readonly clients?: number;
  /** The lane has a processor to itself, and so many API threads have the rest. */
  readonly apis: number | null;
  readonly hasWebhooks: boolean;
  /** A model is asked about each. */
  readonly isJudged: boolean;
}

interface Outcome {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly laneBusy: number;
  readonly apiBusy: number;
  readonly group: number;
  /** Requests without an answer at the end. */
  readonly waiting: number;
}

/** One ledger with its lane; ledgers share nothing that this models but Temporal. */
function simulate(layout: Layout): Outcome {
  const { rate, clients = 0, apis, hasWebhooks, isJudged } = layout;
  const time = new Timeline();
  const random = randomOf(7);
  const lane = new Thread();
  const doors = apis === null ? [lane] : Array.from({ length: apis }, () => new Thread());
  const waiting: { readonly since: number; readonly door: Thread }[] = [];
  const took: number[] = [];
  let groups = 0;
  let grouped = 0;
  let turn = 0;
  let isArmed = false;
  let open = 0;
  const end = WARM_MS + SECONDS * 1_000;

  function request(at: number): void {
    const door = doors[turn++ % doors.length] ?? lane;
    open += 1;
    const read = door.take(at, COST.http / 2);
    time.add(read, () => {
      waiting.push({ since: at, door });
      arm(read);
    });
  }

  /** The lane takes what waits in one turn, while nothing of its own is under way. */
  function arm(at: number): void {
    if (isArmed || waiting.length === 0) return;
    isArmed = true;
    const begins = lane.take(at, 0);
    time.add(begins, () => {
      const group = waiting.splice(0, MOST_IN_GROUP);
      const each = COST.booked + (isJudged ? COST.model : 0);
      const done = lane.take(begins, COST.commit + group.length * each);
      if (done > WARM_MS) {
        groups += 1;
        grouped += group.length;
      }
      time.add(done, () => {
        isArmed = false;
        for (const one of group) answer(one, done);
        arm(done);
      });
    });
  }

  function answer({ since, door }: (typeof waiting)[number], at: number): void {
    const answered = door.take(at, COST.http / 2);
    if (hasWebhooks) (apis === null ? lane : door).take(answered, COST.webhooks);
    time.add(answered, () => {
      open -= 1;
      if (answered > WARM_MS) took.push(answered - since);
      if (rate === null) request(answered);
    });
  }

  if (rate === null) for (let client = 0; client < clients; client += 1) request(client / 100);
  else {
    const arrive = (at: number): void => {
      request(at);
      const next = at + (-Math.log(1 - random()) * 1_000) / rate;
      if (next < end) time.add(next, () => arrive(next));
    };
    time.add(0, () => arrive(0));
  }
  time.runUntil(end);
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
  const span = SECONDS * 1_000;
  return {
    perSecond: took.length / SECONDS,
    p50: at(0.5),
    p99: at(0.99),
    laneBusy: lane.busy / span,
    apiBusy: doors.reduce((sum, door) => sum + door.busy, 0) / doors.length / span,
    group: grouped / Math.max(1, groups),
    waiting: open,
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;
const ms = (value: number) => `${value < 10 ? tenths(value) : Math.round(value)} ms`;
const percent = (share: number) => `${Math.min(100, Math.round(share * 100))} %`;

function loops(): void {
  say('closed loops of one process, as measured on two processors (docs/benchmarks.md):');
  for (const [clients, measured] of [
    [64, 893],
    [256, 1_391],
  ] as const) {
    const { perSecond, p50 } = simulate({
      ...{ rate: null, clients, apis: null, hasWebhooks: false, isJudged: false },
    });
    const off = Math.round((perSecond / measured - 1) * 100);
    say(
      `  ${clients} clients: ${Math.round(perSecond)}/s simulated, ${measured}/s measured ` +
        `(${off > 0 ? '+' : ''}${off} %), p50 ${ms(p50)}`,
    );
  }
}

function rates(): void {
  say('\nrate, ledgers, layout: utilisation of lane and API, group, p50, p99, Temporal');
  const each: readonly [number, number, number | null][] = [
    [100, 1, null],
    [1_000, 1, null],
    [1_000, 2, null],
    [1_000, 1, 3],
    [10_000, 20, null],
    [10_000, 12, null],
    [10_000, 12, 2],
    [10_000, 8, 3],
    [100_000, 112, 2],
    [100_000, 80, 3],
  ];
  for (const [rate, ledgers, apis] of each) {
    const found = simulate({
      ...{ rate: rate / ledgers, apis, hasWebhooks: true, isJudged: true },
    });
    const layout = apis === null ? 'one thread a ledger' : `lane apart, ${apis} API threads each`;
    const workflows = Math.min(rate, (1_000 / COLLECTED_MS) * ledgers);
    const temporal = (workflows * COST.workflow) / 1_000;
    const isFull = found.waiting > (rate / ledgers) * 2;
    const busy = `${percent(found.laneBusy)}, ${percent(found.apiBusy)}`;
    say(
      `  ${rate}/s, ${ledgers}, ${layout}: ${busy}, ` +
        `${tenths(found.group)}, ` +
        (isFull
          ? `does not keep up (${Math.round(found.perSecond * ledgers)}/s)`
          : `${ms(found.p50)}, ${ms(found.p99)}`) +
        `, ${tenths(temporal)} processors`,
    );
  }
}

loops();
rates();
