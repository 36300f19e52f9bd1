// The navigation: only the pages that the key may see.

import { navigate } from '../../console/kit/address.ts';
import { useKeys } from '../../console/kit/keyboard.tsx';
import { canSee } from './pages.tsx';
import { pathTo, route } from './router.ts';

interface Entry {
  readonly path: string;
  readonly name: string;
  /** The second key of the shortcut, after `g`. */
  readonly letter: string;
}

const GROUPS: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    'Get started',
    [
      { path: '', name: 'First transfer', letter: 'f' },
      { path: 'keys', name: 'API keys', letter: 'k' },
      { path: 'application', name: 'Production', letter: 'p' },
    ],
  ],
  [
    'Monitor',
    [
      { path: 'requests', name: 'Requests', letter: 'r' },
      { path: 'events', name: 'Events', letter: 'e' },
      { path: 'decisions', name: 'Decisions', letter: 'd' },
      { path: 'webhooks', name: 'Webhooks', letter: 'w' },
      { path: 'usage', name: 'Usage', letter: 'u' },
    ],
  ],
  ['Test', [{ path: 'sandbox', name: 'Sandbox', letter: 's' }]],
];

export function Navigation() {
  const groups = GROUPS.map(([title, entries]) => {
    return [title, entries.filter(({ path }) => canSee(path))] as const;
  }).filter(([, entries]) => entries.length > 0);
  const all = groups.flatMap(([, entries]) => entries);
  useKeys(
    all.map(({ path, name, letter }) => ({
      keys: `g ${letter}`,
      does: `Goes to ${name}`,
      run: () => navigate(pathTo(path)),
    })),
    [all.length],
  );
  const currentPage = route.value.path[0] ?? '';
  return (
    <nav class="nav" aria-label="Pages">
      {groups.map(([title, entries]) => [
        <h2 key={title}>{title}</h2>,
        <ul key={`${title} pages`}>
          {entries.map(({ path, name }) => (
            <li key={path}>
              <a href={pathTo(path)} aria-current={currentPage === path ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>,
      ])}
      <h2>Learn</h2>
      <ul>
        <li>
          <a href="/docs">Documentation</a>
        </li>
      </ul>
    </nav>
  );
}
