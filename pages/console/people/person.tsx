// An operator by name, where the reader's roles allow listing operators. Other operators, and keys
// of developers, are shown by their id.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { bank } from '../shell/bank.ts';
import { may, me } from '../shell/session.ts';

/**
 * Names that one operator has read. Another operator who signs in on the same page reads them
 * again.
 */
const cache = signal<{ readonly by: string; readonly names: ReadonlyMap<string, string> } | null>(
  null,
);
let loadingFor = '';

/** Requests the names once, because they rarely change. */
async function loadNames(by: string): Promise<void> {
  loadingFor = by;
  const names = new Map<string, string>();
  for await (const { id, name } of bank.all.listOperators({ limit: 100 })) names.set(id, name);
  if (me.value?.id === by) cache.value = { by, names };
}

export function Person({ id }: { readonly id: string | null | undefined }) {
  const ownId = me.value?.id ?? '';
  useEffect(() => {
    const isOther = id !== null && id !== undefined && id !== ownId;
    if (isOther && loadingFor !== ownId && may('listOperators')) loadNames(ownId).catch(() => {});
  }, [ownId, id]);
  if (!id) return <>–</>;
  if (id === ownId) return <strong title={id}>You</strong>;
  const name = cache.value?.by === ownId ? cache.value.names.get(id) : undefined;
  return name === undefined ? <span class="id">{id}</span> : <span title={id}>{name}</span>;
}
