// Links to the Temporal UI: to the workflow of one object, or to all workflows of a query.

import { environment } from '../shell/router.ts';
import { session } from '../shell/session.ts';
import { QUERY_BY } from '../state/temporal-queries.ts';

/**
 * Returns the address of the Temporal UI of the environment, or null when browsers cannot reach
 * one.
 */
function findTemporalUi(): string | null {
  const current = session.value;
  return current === null || current === 'unknown'
    ? null
    : (current.temporalUi?.[environment.value] ?? null);
}

interface WorkflowsLinkProps {
  readonly by: keyof typeof QUERY_BY;
  readonly id: string;
}

/** A link to all workflows of an object. The query alone where the Temporal UI has no address. */
export function WorkflowsLink({ by, id }: WorkflowsLinkProps) {
  const query = QUERY_BY[by](id);
  const ui = findTemporalUi();
  if (ui === null) return <code class="id">{query}</code>;
  return (
    <a href={`${ui}/workflows?query=${encodeURIComponent(query)}`} target="_blank" rel="noreferrer">
      in Temporal
    </a>
  );
}

/** The id alone where the Temporal UI has no address that browsers reach. */
export function WorkflowLink({ id }: { readonly id: string }) {
  const ui = findTemporalUi();
  if (ui === null) return <span class="id">{id}</span>;
  const page = `${ui}/workflows/${encodeURIComponent(id)}`;
  return (
    <a class="id" href={page} target="_blank" rel="noreferrer">
      {id}
    </a>
  );
}
