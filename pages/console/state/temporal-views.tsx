// Links to views of the Temporal UI that answer everyday questions.

import { Card } from '../kit/show.tsx';
import { environment } from '../shell/router.ts';
import { session } from '../shell/session.ts';
import { viewsAt } from './temporal-queries.ts';

export function TemporalViews() {
  const current = session.value;
  const ui = current === null || current === 'unknown' ? null : current.temporalUi;
  return (
    <Card title="Temporal views">
      {ui === null ? (
        <p class="quiet">
          This bank uses an external Temporal server, and TEMPORAL_UI_URL does not name its UI.
        </p>
      ) : (
        <ul>
          {viewsAt(Date.now()).map(([name, query]) => (
            <li key={name}>
              <a href={viewAt(ui[environment.value], query)} target="_blank" rel="noreferrer">
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
  return `${ui}/workflows?query=${encodeURIComponent(query)}`;
}
