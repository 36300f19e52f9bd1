// Queries of the Temporal UI for everyday questions. docs/operate/temporal.md lists them, too. The
// UI keeps saved views in the browser, so no server can store them there.

const RUNNING_QUERY = 'ExecutionStatus = "Running"';

/** Queries by question; some compare with the present time. */
export const viewsAt = (now: number) =>
  [
    ['Failed workflows', 'ExecutionStatus IN ("Failed", "Terminated", "TimedOut")'],
    ['Running workflows', RUNNING_QUERY],
    [
      'Transactions stuck for an hour',
      `${RUNNING_QUERY} AND WorkflowType IN ("transfer", "railPayment", "batch") AND StartTime < "${isoAt(now - HOUR_MS)}"`,
    ],
    ['Waiting for a payment review', `${RUNNING_QUERY} AND BankState = "pending_review"`],
    ['Holds waiting for capture', `${RUNNING_QUERY} AND BankState = "pending"`],
    [
      'Declined in the last 24 hours',
      `BankState = "declined" AND StartTime > "${isoAt(now - 24 * HOUR_MS)}"`,
    ],
    ['Above 10,000 EUR', 'Currency = "EUR" AND AmountMinor >= 1000000'],
    ['On their way in a network', `${RUNNING_QUERY} AND RailStatus IS NOT NULL`],
    [
      'Scheduled payments, by day',
      `${RUNNING_QUERY} AND WorkflowType = "schedule" AND Due IS NOT NULL`,
    ],
    [
      'Scheduled payments that fail',
      'WorkflowType = "schedule" AND BankState IN ("retrying", "suspended")',
    ],
    ['High or critical risk', 'RiskBand IN ("high", "critical")'],
    ['Webhook endpoints that are down', 'WorkflowType = "webhookEndpoint" AND BankState = "down"'],
    ['Workflow tasks that keep failing', 'TemporalReportedProblems IS NOT NULL'],
  ] as const;

/** The workflows of one person, account or developer. */
export const QUERY_BY = {
  customer: (id: string) => `CustomerId = "${id}"`,
  account: (id: string) => `AccountIds = "${id}"`,
  developer: (id: string) => `Tenant = "${id}" OR Tenants = "${id}"`,
} as const;

const HOUR_MS = 3_600_000;

function isoAt(ms: number): string {
  return new Date(ms).toISOString();
}
