// The address of the shown page. Links and acts change it; the browser's history works as usual.

import { signal } from '@preact/signals';

export const address = signal(location.pathname + location.search);

export function navigate(to: string, historyAct: 'push' | 'replace' = 'push'): void {
  if (historyAct === 'push') history.pushState(null, '', to);
  else history.replaceState(null, '', to);
  address.value = to;
  if (historyAct === 'push') scrollTo(0, 0);
}

/** Sets fields of the page's query; null removes a field. */
export function setQuery(fields: Readonly<Record<string, string | null>>): void {
  const [path = '', text = ''] = address.value.split('?');
  const query = new URLSearchParams(text);
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const queryText = query.toString();
  navigate(`${path}${queryText === '' ? '' : `?${queryText}`}`, 'replace');
}

/**
 * Makes links below the root change the page without loading it; other links stay the browser's.
 */
export function interceptLinks(root: string): void {
  addEventListener('popstate', () => {
    address.value = location.pathname + location.search;
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.origin !== location.origin) return;
    if (link.pathname !== root && !link.pathname.startsWith(`${root}/`)) return;
    if (link.hash) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}
