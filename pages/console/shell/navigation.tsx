// The navigation: only the pages that the operator's roles allow.

import { useKeys } from '../kit/keyboard.tsx';
import { formatCode } from '../kit/text.ts';
import { environment, navigate, pathTo, route } from './router.ts';
import { may } from './session.ts';
import { useApprovalCounts, useWorkCounts } from './work-counts.ts';

interface Entry {
  readonly path: string;
  readonly name: string;
  /** The operation that the page requires. */
  readonly needs: string;
  /** The second key of the shortcut, after `g`. */
  readonly letter: string;
}

const WORK_PAGES: readonly Entry[] = [
  { path: 'work', name: 'All work', needs: 'listWork', letter: 'w' },
  { path: 'approvals', name: 'Approvals', needs: 'listApprovals', letter: 'p' },
  { path: 'applications', name: 'Applications', needs: 'listApplications', letter: 'n' },
];

const STATE_PAGES: readonly Entry[] = [
  { path: 'screening', name: 'Screening', needs: 'listReliedLists', letter: 's' },
  { path: 'health', name: 'Health', needs: 'getInvariants', letter: 'h' },
  { path: 'chain', name: 'Chain', needs: 'getChainReport', letter: 'c' },
  { path: 'models', name: 'Models', needs: 'listDeploymentApprovals', letter: 'm' },
  { path: 'inventory', name: 'Inventory', needs: 'listModelInventory', letter: 'i' },
  { path: 'webhooks', name: 'Webhooks', needs: 'listWebhooksAsOperator', letter: 'o' },
  { path: 'audit', name: 'Audit log', needs: 'listAudit', letter: 'u' },
  { path: 'people', name: 'People', needs: 'listOperators', letter: 'e' },
];

export function Navigation() {
  const counts = useWorkCounts();
  const allowedPages = [...WORK_PAGES, ...STATE_PAGES].filter(({ needs }) => may(needs));
  useKeys(
    allowedPages.map(({ path, name, letter }) => ({
      keys: `g ${letter}`,
      does: `Goes to ${name}`,
      run: () => navigate(pathTo(path)),
    })),
    [allowedPages.length],
  );
  const queues = may('listWork') ? (counts.data?.data.filter(({ open }) => open > 0) ?? []) : [];
  const selected = route.value.query.get('queue');
  const approvalCounts = useApprovalCounts().data;
  const countsByName: Readonly<Record<string, readonly number[]>> = approvalCounts
    ? {
        approvals: [
          approvalCounts[environment.value],
          approvalCounts.sandbox + approvalCounts.production,
        ],
        applications: [approvalCounts.applications, approvalCounts.applications],
      }
    : {};
  return (
    <nav class="nav" aria-label="Pages">
      <h2>Waiting</h2>
      <ul>
        {WORK_PAGES.filter(({ needs }) => may(needs)).map((entry) => (
          <Item
            key={entry.path}
            {...entry}
            isChosen={selected === null}
            waiting={countsByName[entry.path] ?? []}
          />
        ))}
        {queues.map(({ queue, open }) => (
          <li key={queue}>
            <a
              href={`${pathTo('work')}?queue=${queue}`}
              aria-current={selected === queue ? 'page' : undefined}
            >
              {formatCode(queue)} <span class="count">{open}</span>
            </a>
          </li>
        ))}
      </ul>
      <h2>State</h2>
      <ul>
        {STATE_PAGES.filter(({ needs }) => may(needs)).map((entry) => (
          <Item key={entry.path} {...entry} isChosen />
        ))}
      </ul>
    </nav>
  );
}

interface ItemProps extends Entry {
  readonly isChosen: boolean;
  /** The numbers of waiting items: in this environment, and in all environments. */
  readonly waiting?: readonly number[];
}

function Item({ path, name, isChosen, waiting = [] }: ItemProps) {
  const isHere = route.value.path[0] === path && isChosen;
  const [ownCount = 0, totalCount = 0] = waiting;
  const otherEnvironment = environment.value === 'sandbox' ? 'production' : 'sandbox';
  return (
    <li>
      <a href={pathTo(path)} aria-current={isHere ? 'page' : undefined}>
        {name} {totalCount === 0 ? null : <span class="count">{ownCount}</span>}
        {totalCount > ownCount ? (
          <span class="count">
            {' '}
            + {totalCount - ownCount} in {otherEnvironment}
          </span>
        ) : null}
      </a>
    </li>
  );
}
