// The texts about a scheduled payment that operators read in Temporal's UI. Ids, states, dates and
// figures only.

import type { SearchAttributePair } from '@temporalio/common';
import type { OccurrenceSnapshot, ScheduleSnapshot } from '../activities/schedules.ts';
import { parseDate, partsOf, weekdayOf } from '../ledger/calendar-date.ts';
import { formatMinor } from '../ledger/money.ts';
import { countOf, linkTo, recordDetails } from './details.ts';
import { scheduleAttributes } from './search-attributes.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Terms = Pick<
  ScheduleSnapshot,
  'amountType' | 'amountMinor' | 'currency' | 'frequency' | 'interval' | 'dayOfMonth' | 'dayOfWeek'
> &
  Pick<ScheduleSnapshot, 'startDate'>;

/** `125.00 EUR monthly on the 31st, next 2026-12-31`. */
export function scheduleSummary(snapshot: ScheduleSnapshot): string {
  const terms = termsOf(snapshot);
  if (snapshot.status !== 'active') return `${terms}, ${snapshot.status}`;
  return snapshot.next ? `${terms}, next ${snapshot.next.date}` : terms;
}

/**
 * Returns the state of a scheduled payment as Markdown.
 * @param consoleUrl address of the console of this environment, or null when none is known
 */
export function scheduleDetails(snapshot: ScheduleSnapshot, consoleUrl: string | null): string {
  const { id, tenantId, sourceAccountId, destinationAccountId, status, code } = snapshot;
  const { next, last, posted, failed, skipped, failuresInARow, maxFailuresInARow } = snapshot;
  const endedText = `${posted} posted, ${failed} failed, ${skipped} skipped`;
  const inARow = `${failuresInARow} in a row, suspended at ${maxFailuresInARow}`;
  return [
    scheduleSummary(snapshot),
    '',
    `- schedule ${linkTo(`schedules/${id}`, id, consoleUrl)}: ${status}${code ? `, ${code}` : ''}`,
    `- developer ${linkTo(`developers/${tenantId}`, tenantId, consoleUrl)}`,
    `- from \`${sourceAccountId}\` to ${destinationAccountId === null ? 'an external party' : `\`${destinationAccountId}\``}`,
    `- next: ${next === null ? 'none' : `${next.date}, occurrence \`${next.id}\``}`,
    `- last: ${last === null ? 'none' : occurrenceText(last, consoleUrl)}`,
    `- occurrences: ${endedText}`,
    `- failures: ${inARow}`,
  ].join('\n');
}

/** Returns the summary and details of the start, for the memo of later runs. */
export function scheduleMemo(
  snapshot: ScheduleSnapshot,
  consoleUrl: string | null,
): { readonly summary: string; readonly details: string } {
  const { id, tenantId } = snapshot;
  const memoFields = { noun: 'scheduled payment', id, tenantId, page: `schedules/${id}` };
  return { summary: scheduleSummary(snapshot), details: recordDetails(memoFields, consoleUrl) };
}

/** Returns the attributes by which operators search for a schedule. */
export function attributesOfSchedule(snapshot: ScheduleSnapshot): SearchAttributePair[] {
  const { id, tenantId, customerId, sourceAccountId, destinationAccountId, status } = snapshot;
  const { next, last } = snapshot;
  const ids = [id, next?.id, last?.id, last?.transactionId].filter((id) => id != null);
  return scheduleAttributes({
    ids: ids,
    accountIds: [sourceAccountId, destinationAccountId].filter((accountId) => accountId !== null),
    tenantId,
    customerId,
    currency: snapshot.currency,
    amountMinor: snapshot.amountMinor,
    state: last?.status === 'retrying' && status === 'active' ? 'retrying' : status,
    dueAt: next && status === 'active' ? next.dueAt : null,
  });
}

function occurrenceText(occurrence: OccurrenceSnapshot, consoleUrl: string | null): string {
  const { id, date, status, code, attempts, transactionId, workflowId } = occurrence;
  const parts = [`${date} ${status}`, `occurrence \`${id}\``];
  if (code !== null) parts.push(code);
  if (attempts > 1) parts.push(countOf(attempts, 'attempt'));
  if (transactionId !== null) {
    parts.push(`transaction ${linkTo(`transactions/${transactionId}`, transactionId, consoleUrl)}`);
  }
  if (workflowId !== null) parts.push(`workflow \`${workflowId}\``);
  return parts.join(', ');
}

function termsOf(terms: Terms): string {
  return `${amountText(terms)} ${timesText(terms)}`;
}

function amountText({ amountType, amountMinor, currency }: Terms): string {
  const amount = amountMinor === null ? '' : formatMinor(BigInt(amountMinor), currency);
  if (amountType === 'fixed') return `${amount} ${currency}`;
  if (amountType === 'full_balance') return `full balance in ${currency}`;
  return `balance above ${amount} ${currency}`;
}

function timesText(terms: Terms): string {
  const { frequency, interval, dayOfWeek, startDate } = terms;
  const start = parseDate(startDate) ?? 0;
  const { month, day } = partsOf(start);
  const every = interval === 1 ? frequency : `${frequency} (every ${interval})`;
  const dayText =
    terms.dayOfMonth === -1 ? 'the last day' : `the ${ordinal(terms.dayOfMonth ?? day)}`;
  switch (frequency) {
    case 'once':
      return 'once';
    case 'daily':
      return every;
    case 'weekly':
    case 'biweekly':
      return `${every} on ${WEEKDAYS[(dayOfWeek ?? weekdayOf(start)) - 1]}`;
    case 'yearly':
      return `${every} on ${dayText} of month ${month}`;
    default:
      return `${every} on ${dayText}`;
  }
}

/** `1st`, `22nd`, `31st`. */
function ordinal(day: number): string {
  const ending = day % 100 >= 11 && day % 100 <= 13 ? 'th' : ['th', 'st', 'nd', 'rd'][day % 10];
  return `${day}${ending ?? 'th'}`;
}
