// The workflow that carries something, with a link to the Temporal UI.

import { environment } from '../shell/router.ts';
import { session } from '../shell/session.ts';

/** The id alone where the Temporal UI has no address that browsers reach. */
export function WorkflowLink({ id }: { readonly id: string }) {
  const found = session.value;
  const ui = found === null || found === 'unknown' ? null : found.temporalUi;
  if (ui === null) return <span class="id">{id}</span>;
  const page = `${ui[environment.value]}/workflows/${encodeURIComponent(id)}`;
  return (
    <a class="id" href={page} target="_blank" rel="noreferrer">
      {id}
    </a>
  );
}
