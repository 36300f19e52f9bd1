// Trees that developers have brought are read and explained on a thread of their own: a request that
// asks for reasons keeps nobody else's waiting. Owners take turns. It starts with its first call and
// keeps no process running.

import { openThread } from '../../threads/calls.ts';
import type { AttributionOrder, ReadOrder, ReadTrees } from './explaining-worker.ts';
import type { OpenForest } from './explanation.ts';
import type { Attribution } from './tree-shap.ts';

const thread = openThread<ReadOrder | AttributionOrder, ReadTrees | Attribution | null>({
  name: 'the thread that explains',
  file: new URL('./explaining-worker.ts', import.meta.url),
  closing: new AbortController().signal,
});

/**
 * The trees of a file; null when they are none that can be read.
 * @param owner whose file it is
 */
export async function openForest(
  order: Omit<ReadOrder, 'kind'>,
  owner: string | null,
): Promise<OpenForest | null> {
  const read = (await thread.call({ kind: 'read', ...order }, { owner })) as ReadTrees | null;
  if (!read) return null;
  const { trees, margins } = read;
  const { background } = order;
  return {
    margins,
    async against(row) {
      const asked = { kind: 'attribute', trees, background, row: Array.from(row) } as const;
      return (await thread.call(asked, { owner })) as Attribution;
    },
  };
}
