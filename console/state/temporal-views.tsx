// The questions of every day as views of the Temporal UI. They are in docs/operators.md, too; the
// UI keeps saved views in the browser, so no server can put them there.

import { Card } from '../kit/show.tsx';
import { environment } from '../shell/router.ts';
import { session } from '../shell/session.ts';

const VIEWS = [
  ['What failed', 'ExecutionStatus IN ("Failed", "Terminated", "TimedOut")'],
  ['What runs', 'ExecutionStatus = "Running"'],
  ['What waits for the risk desk', 'ExecutionStatus = "Running" AND BankState = "pending_review"'],
  ['What waits for a capture', 'ExecutionStatus = "Running" AND BankState = "pending"'],
  ['What was judged risky', 'RiskBand IN ("high", "critical")'],
  ['Endpoints that are down', 'WorkflowType = "webhookEndpoint" AND BankState = "down"'],
  ['Tasks that keep failing', 'TemporalReportedProblems IS NOT NULL'],
] as const;

export function TemporalViews() {
  const found = session.value;
  const ui = found === null || found === 'unknown' ? null : found.temporalUi;
  return (
    <Card title="Temporal views">
      {ui === null ? (
        <p class="quiet">The address of its UI is not known: the server is not the bank’s own.</p>
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
