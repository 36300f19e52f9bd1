// Judges webhooks: compares the messages of two receivers with the ledger's file, which it reads with
// its own SQL.

import type { ClientLog } from '../client-log.ts';
import { withLedgerFile } from '../ledger-snapshot.ts';
import type { HookLoad, Strike } from './load.ts';
import type { HookArrival, HookName } from './receiver.ts';

export interface LoggedEvent {
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly objectId: string;
}

export interface HookEvidence {
  readonly events: readonly LoggedEvent[];
  readonly promised: readonly string[];
  readonly arrivals: readonly HookArrival[];
  readonly strikes: readonly Strike[];
  /** `endpoint/event` of deliveries with an attempt that the bank recorded as failed. */
  readonly retried: ReadonlySet<string>;
}

/** Number of concurrent sends, as docs/decisions/webhooks-and-mail.md states. */
const CONCURRENT_SENDS = 16;

/** Reads the events of the developer, and the deliveries with a justified second attempt. */
export function readHookEvidence(dataDir: string, load: HookLoad): HookEvidence {
  const { tenantId, endpointIds, promised, strikes, receivers } = load;
  const tables = ['events', 'deliveries', 'delivery_attempts'];
  return withLedgerFile(dataDir, 'sandbox', tables, (db) => ({
    events: db
      .prepare<[string], LoggedEvent>(
        `SELECT id, sequence, type, object_id AS objectId FROM events
         WHERE tenant_id = ? ORDER BY sequence`,
      )
      .all(tenantId),
    promised,
    strikes,
    arrivals: receivers.arrivals,
    retried: new Set(
      Object.entries(endpointIds).flatMap(([name, id]) =>
        db
          .prepare<[string], string>(
            `SELECT DISTINCT e.id FROM deliveries d JOIN events e ON e.row = d.event_row
             JOIN delivery_attempts a ON a.delivery_id = d.id
             WHERE d.endpoint_id = ? AND a.fault IS NOT NULL`,
          )
          .pluck()
          .all(id)
          .map((event) => `${name}/${event}`),
      ),
    ),
  }));
}

/** Returns the events still to be relayed or delivered, as text, or null when there are none. */
export function findOpenHooks(dataDir: string): string | null {
  const tables = ['events', 'relay_cursor', 'deliveries'];
  return withLedgerFile(dataDir, 'sandbox', tables, (db) => {
    const count = (sql: string) => Number(db.prepare(sql).pluck().get());
    const behind = count(
      'SELECT (SELECT max(row) FROM events) - (SELECT event_row FROM relay_cursor)',
    );
    const open = count("SELECT count(*) FROM deliveries WHERE status <> 'delivered'");
    return behind + open === 0 ? null : `${behind} events not relayed, ${open} not delivered`;
  });
}

/** @param reportProblem called with the text of each deviation */
export function judgeHooks(evidence: HookEvidence, reportProblem: ClientLog['reportProblem']) {
  const counts = { lost: 0, duplicated: 0 };
  const count = (fault: keyof typeof counts, label: string) => {
    counts[fault] += 1;
    reportProblem(`${fault}: ${label}`);
  };
  const { events, promised, arrivals, strikes, retried } = evidence;
  for (const [index, { id, sequence }] of events.entries()) {
    if (sequence !== index + 1) count('lost', `${id} has sequence ${sequence}, not ${index + 1}`);
  }
  const expected = events.filter(({ type }) => type === 'customer.created');
  const knownCustomerIds = new Set(expected.map(({ objectId }) => objectId));
  for (const id of promised) if (!knownCustomerIds.has(id)) count('lost', `${id} has no event`);
  for (const endpoint of ['steady', 'rough'] as const) {
    const ownArrivals = arrivals.filter((arrival) => arrival.endpoint === endpoint);
    for (const { id } of expected) {
      const times = listAcknowledgements(ownArrivals, id);
      if (times.length === 0) count('lost', `${id} did not reach the ${endpoint} receiver`);
      if (retried.has(`${endpoint}/${id}`)) continue;
      for (const [first, second] of pairTimes(times)) {
        if (strikes.some(({ from, to }) => from <= second && to >= first)) continue;
        count('duplicated', `${id} was sent to ${endpoint} again after a 2xx, without a crash`);
      }
      const crashes = strikes.filter(({ to }) => to >= (times[0] ?? 0)).length;
      if (times.length > crashes + 1) count('duplicated', `${id}: ${times.length} times`);
    }
  }
  for (const label of findDisorder('steady', evidence)) reportProblem(label);
  return counts;
}

function listAcknowledgements(arrivals: readonly HookArrival[], eventId: string): number[] {
  return arrivals
    .filter((arrival) => arrival.eventId === eventId && arrival.acknowledgedAt !== null)
    .map(({ acknowledgedAt }) => acknowledgedAt ?? 0);
}

function pairTimes(times: readonly number[]): [number, number][] {
  return times.slice(1).map((time, index) => [times[index] ?? 0, time]);
}

/** Finds first arrivals out of sequence; only concurrent deliveries may overtake each other. */
function findDisorder(endpoint: HookName, { arrivals, retried }: HookEvidence): string[] {
  const seen = new Set<number>();
  const results: string[] = [];
  for (const { eventId, sequence } of arrivals.filter((arrival) => arrival.endpoint === endpoint)) {
    if (seen.has(sequence) || retried.has(`${endpoint}/${eventId}`)) continue;
    const laterSeen = [...seen].filter((otherSequence) => otherSequence > sequence).length;
    seen.add(sequence);
    if (laterSeen >= CONCURRENT_SENDS)
      results.push(`${laterSeen} later events overtook ${eventId} at ${endpoint}`);
  }
  return results;
}
