// Chooses the page by the address.

import { computed } from '@preact/signals';
import { address, interceptLinks } from '../../console/kit/address.ts';
import { objectPage } from '../../console/kit/show.tsx';

const ROOT = '/portal';

export const route = computed(() => {
  const [path = '', query = ''] = address.value.split('?');
  return {
    path: path.slice(ROOT.length).split('/').filter(Boolean).map(decode),
    query: new URLSearchParams(query),
  };
});

/** Decodes a part of the address. An invalid encoding is returned unchanged and matches no page. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The address of a page.
 * @param path such as `events/evt_…`
 */
export function pathTo(path: string): string {
  return `${ROOT}/${path}`;
}

const PAGES: Readonly<Record<string, string>> = { evt: 'events', wh: 'webhooks' };

objectPage.addressOf = (id) => {
  const folder = PAGES[id.split('_')[0] ?? ''];
  return folder === undefined ? null : pathTo(`${folder}/${id}`);
};

interceptLinks(ROOT);
