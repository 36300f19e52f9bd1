// Which page is shown: by the address, so that every page can be sent to a colleague.

import { computed, signal } from '@preact/signals';

export type Environment = 'sandbox' | 'production';

const ROOT = '/console';
const REMEMBERED = 'kontor.environment';

export const address = signal(location.pathname + location.search);

/** The environment of the page, and the page in it. */
export const place = computed(() => {
  const [path = '', query = ''] = address.value.split('?');
  const [named = '', ...rest] = path.slice(ROOT.length).split('/').filter(Boolean);
  const isNamed = named === 'sandbox' || named === 'production';
  return {
    environment: (isNamed ? named : remembered()) as Environment,
    isNamed,
    path: rest.map(decodeURIComponent),
    query: new URLSearchParams(query),
  };
});

export const environment = computed(() => place.value.environment);

function remembered(): Environment {
  return localStorage.getItem(REMEMBERED) === 'production' ? 'production' : 'sandbox';
}

/** The address of a page in the environment that is looked at. @param path such as `work/rvw_…` */
export function pathTo(path: string, of: Environment = environment.value): string {
  return `${ROOT}/${of}/${path}`;
}

export function go(to: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', to);
  else history.replaceState(null, '', to);
  address.value = to;
  localStorage.setItem(REMEMBERED, environment.value);
  if (how === 'push') scrollTo(0, 0);
}

/** Puts one part of the query of the page; null takes it away. */
export function setQuery(fields: Readonly<Record<string, string | null>>): void {
  const query = new URLSearchParams(place.value.query);
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  go(`${address.value.split('?')[0]}${text === '' ? '' : `?${text}`}`, 'replace');
}

addEventListener('popstate', () => {
  address.value = location.pathname + location.search;
});

// Links of the console change the page; every other click is the browser's.
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.origin !== location.origin) return;
  if (link.pathname !== ROOT && !link.pathname.startsWith(`${ROOT}/`)) return;
  if (link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
