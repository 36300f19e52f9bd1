// The questions of every day as views of the Temporal UI. They are in docs/operators.md, too; the
// UI keeps saved views in the browser, so no server can put them there.

import { Card } from '../kit/show.tsx';
import { environment } from '../shell/router.ts';
import { session } from '../shell/session.ts';

const VIEWS = [
  ['Failed workflows', 'ExecutionStatus IN ("Failed", "Terminated", "TimedOut")'],
  ['Running workflows', 'ExecutionStatus = "Running"'],
  ['Waiting for a payment review', 'ExecutionStatus = "Running" AND BankState = "pending_review"'],
  ['Holds waiting for capture', 'ExecutionStatus = "Running" AND BankState = "pending"'],
  ['High or critical risk', 'RiskBand IN ("high", "critical")'],
  ['Webhook endpoints that are down', 'WorkflowType = "webhookEndpoint" AND BankState = "down"'],
  ['Workflow tasks that keep failing', 'TemporalReportedProblems IS NOT NULL'],
] as const;

export function TemporalViews() {
  const found = session.value;
  const ui = found === null || found === 'unknown' ? null : found.temporalUi;
  return (
    <Card title="Temporal views">
      {ui === null ? (
        <p class="quiet">
          This bank uses an external Temporal server, so the address of its UI is not known.
        </p>
      ) : (
        <ul>
          {VIEWS.map(([name, query]) => (
            <li key={name}>
              <a href={viewAt(ui, query)} target="_blank" rel="noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function viewAt(ui: string, query: string): string {
  return `${ui}/namespaces/${environment.value}/workflows?query=${encodeURIComponent(query)}`;
}
