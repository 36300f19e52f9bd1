// The test clock of a developer advances by some days repeatedly while the bank is killed, with a
// scheduled transfer on each day. In the end each date that the clock reached has run once, and no
// other date has run.

import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../../ledger/durations.ts';
import type { ClientLog } from '../client-log.ts';
import { type AnswerBody, createHttpClient } from '../http-client.ts';
import type { Verdict } from '../judge.ts';
import { withLedgerFile } from '../ledger-snapshot.ts';
import { createRandom } from '../random.ts';

export interface ClockLoad {
  readonly tenantId: string;
  /** Returns the number of dates that the clock has passed. */
  readonly countReached: () => number;
  /** Waits for the end of the current move of the clock, and cancels the schedule. */
  stop(): Promise<void>;
}

interface ClockOptions {
  readonly url: string;
  readonly seed: number;
  readonly log: ClientLog;
  readonly giveUp: AbortSignal;
}

interface Clock extends AnswerBody {
  readonly now: string;
  readonly advancingTo: string | null;
}

const AMOUNT = 3;
const OPENING_AMOUNT = 10_000_000;
const MAX_DAYS_AT_ONCE = 5;
const RETRY_MS = 150;
const PAUSE_MS = 300;

/** Registers the developer and moves its clock until it is stopped. */
export async function startClockLoad(options: ClockOptions): Promise<ClockLoad> {
  const { url, seed, log, giveUp } = options;
  const random = createRandom(seed, 'clock');
  const { http, tenantId, scheduleId, firstDay } = await openClock(url);
  let reached = 0;
  let stopping = false;

  /**
   * Moves the clock. The answer may be lost, so the present time is read and no day is requested
   * twice.
   */
  async function waitForArrival(time: number): Promise<void> {
    const advanceTo = new Date(time).toISOString();
    for (;;) {
      giveUp.throwIfAborted();
      await http.send({ path: '/v1/sandbox/clock', body: { advanceTo } });
      const clock = await http.send({ path: '/v1/sandbox/clock' });
      const clockBody = clock.kind === 'answer' && clock.status === 200 && (clock.body as Clock);
      if (clockBody && clockBody.advancingTo === null && Date.parse(clockBody.now) >= time) return;
      await sleep(RETRY_MS);
    }
  }

  const moving = (async () => {
    while (!stopping && !giveUp.aborted) {
      const next = reached + random.whole(1, MAX_DAYS_AT_ONCE);
      // Noon of the day, because its transfer is due at the beginning of the day.
      await waitForArrival(firstDay + (next - 1) * DAY_MS + DAY_MS / 2);
      reached = next;
      await sleep(PAUSE_MS);
    }
  })();
  moving.catch((error: unknown) => log.reportProblem(`the clock stopped: ${error}`));

  return {
    tenantId,
    countReached: () => reached,
    async stop() {
      stopping = true;
      await moving;
      const path = `/v1/scheduled/${scheduleId}/cancel`;
      let canceled = await http.send({ path, body: {} });
      while (!(canceled.kind === 'answer' && canceled.status === 200)) {
        giveUp.throwIfAborted();
        await sleep(RETRY_MS);
        canceled = await http.send({ path, body: {} });
      }
      http.close();
    },
  };
}

/** No process has been killed yet, so the first answer must be the expected one. */
async function openClock(url: string) {
  const create = async <T>(
    http: ReturnType<typeof createHttpClient>,
    path: string,
    body: object,
  ) => {
    const reply = await http.send({ path, body });
    if (reply.kind === 'answer' && reply.status === 201) return reply.body as T;
    throw new Error(`POST ${path}: ${JSON.stringify(reply)}`);
  };
  interface Developer {
    readonly id: string;
    readonly environment: { readonly sandbox: { readonly apiKey: string } };
  }
  const anonymousClient = createHttpClient(url, null);
  const registration = { company: 'C', email: 'clock@example.com', country: 'GB' };
  const developer = await create<Developer>(
    anonymousClient,
    '/v1/developer/register',
    registration,
  );
  anonymousClient.close();
  const http = createHttpClient(url, developer.environment.sandbox.apiKey);
  const idOf = async (path: string, body: object) =>
    (await create<{ id: string }>(http, path, body)).id;
  const customerId = await idOf('/v1/customers', { type: 'individual', name: 'Mary Somerville' });
  const account = { customerId, type: 'checking', currency: 'EUR' };
  const sourceAccountId = await idOf('/v1/accounts', { ...account, name: 'Payer' });
  const destinationAccountId = await idOf('/v1/accounts', { ...account, name: 'Payee' });
  await create(http, '/v1/transactions', {
    type: 'deposit',
    amount: OPENING_AMOUNT,
    currency: 'EUR',
    destinationAccountId: sourceAccountId,
  });
  // The day after tomorrow, which real time does not reach during a run over midnight.
  const firstDay = Math.floor(Date.now() / DAY_MS) * DAY_MS + 2 * DAY_MS;
  const scheduleId = await idOf('/v1/transactions/scheduled', {
    sourceAccountId,
    destinationAccountId,
    amount: AMOUNT,
    currency: 'EUR',
    startDate: new Date(firstDay).toISOString().slice(0, 10),
    recurrence: { frequency: 'daily' },
    timezone: 'UTC',
    catchUp: 'all',
  });
  return { http, tenantId: developer.id, scheduleId, firstDay };
}

/** @param reportProblem called with the text of each deviation */
export function judgeClock(
  dataDir: string,
  { tenantId, countReached }: Pick<ClockLoad, 'tenantId' | 'countReached'>,
  reportProblem: ClientLog['reportProblem'],
): Verdict {
  const booked = withLedgerFile(dataDir, 'sandbox', ['transactions', 'entries'], (db) =>
    db
      .prepare<[string], number>(
        `SELECT count(*) FROM transactions t JOIN entries e ON e.transaction_id = t.id
         WHERE t.tenant_id = ? AND t.schedule_id IS NOT NULL AND e.direction = 'debit'
         GROUP BY t.occurrence_id`,
      )
      .pluck()
      .all(tenantId),
  );
  const repeatedDebits = booked.filter((debits) => debits > 1).length;
  const missing = countReached() - booked.length;
  if (repeatedDebits > 0) reportProblem(`${repeatedDebits} dates of the clock ran twice`);
  if (missing !== 0) reportProblem(`${countReached()} dates were reached, ${booked.length} ran`);
  return {
    lost: Math.max(0, missing),
    duplicated: repeatedDebits + Math.max(0, -missing),
    centsOff: Math.abs(booked.reduce((sum, debits) => sum + debits, 0) - countReached()) * AMOUNT,
  };
}
