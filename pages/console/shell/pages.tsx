// Maps addresses to pages. A page that the operator's roles do not allow and a page that does not
// exist look the same.

import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { AccountPage } from '../look-up/account.tsx';
import { CustomerPage } from '../look-up/customer.tsx';
import { DecisionPage } from '../look-up/decision.tsx';
import { DeveloperPage } from '../look-up/developer.tsx';
import { JobPage } from '../look-up/job.tsx';
import { SchedulePage } from '../look-up/schedule.tsx';
import { SearchPage } from '../look-up/search.tsx';
import { TransactionPage } from '../look-up/transaction.tsx';
import { OwnPage, PeoplePage } from '../people/people.tsx';
import { AuditPage } from '../state/audit.tsx';
import { ChainPage } from '../state/chain.tsx';
import { HealthPage } from '../state/health.tsx';
import { InventoryPage } from '../state/inventory.tsx';
import { ModelFilePage } from '../state/model-file.tsx';
import { ModelVersionPage } from '../state/model-version.tsx';
import { ModelsPage } from '../state/models.tsx';
import { ScreeningPage } from '../state/screening.tsx';
import { WebhookPage, WebhooksPage } from '../state/webhooks.tsx';
import { ApplicationsPage } from '../work/applications.tsx';
import { ApprovalsPage } from '../work/approvals.tsx';
import { HomePage } from '../work/home.tsx';
import { WorkItemPage } from '../work/item.tsx';
import { WorkPage } from '../work/queue.tsx';
import { pathTo, route } from './router.ts';
import { may } from './session.ts';

interface Entry {
  readonly title: string;
  readonly needs: string | null;
  readonly Component: ComponentType<{ readonly id: string }>;
}

/** Pages by the first part of their address, with `/` when an id follows it. */
const PAGES: Readonly<Record<string, Entry>> = {
  '': { title: 'Overview', needs: null, Component: HomePage },
  me: { title: 'You', needs: null, Component: OwnPage },
  work: { title: 'Work', needs: 'listWork', Component: WorkPage },
  'work/': { title: 'Work', needs: 'getWork', Component: WorkItemPage },
  approvals: { title: 'Approvals', needs: 'listApprovals', Component: ApprovalsPage },
  applications: { title: 'Applications', needs: 'listApplications', Component: ApplicationsPage },
  search: { title: 'Search', needs: null, Component: SearchPage },
  'transactions/': {
    title: 'Transaction',
    needs: 'getTransactionAsOperator',
    Component: TransactionPage,
  },
  'schedules/': {
    title: 'Scheduled payment',
    needs: 'getScheduleAsOperator',
    Component: SchedulePage,
  },
  'jobs/': { title: 'Background work', needs: 'getCarriedWork', Component: JobPage },
  'accounts/': { title: 'Account', needs: 'getAccountAsOperator', Component: AccountPage },
  'customers/': { title: 'Customer', needs: 'getCustomerAsOperator', Component: CustomerPage },
  'decisions/': { title: 'Decision', needs: 'getDecisionAsOperator', Component: DecisionPage },
  'developers/': { title: 'Developer', needs: 'getDeveloperAsOperator', Component: DeveloperPage },
  screening: { title: 'Screening', needs: 'listReliedLists', Component: ScreeningPage },
  health: { title: 'Health', needs: 'getInvariants', Component: HealthPage },
  chain: { title: 'Chain', needs: 'getChainReport', Component: ChainPage },
  models: { title: 'Models', needs: 'listDeploymentApprovals', Component: ModelsPage },
  'models/': {
    title: 'Model',
    needs: 'getModelPerformanceAsOperator',
    Component: ModelVersionPage,
  },
  inventory: {
    title: 'Model inventory',
    needs: 'listModelInventory',
    Component: InventoryPage,
  },
  'inventory/': { title: 'Model record', needs: 'getModelInventory', Component: ModelFilePage },
  webhooks: { title: 'Webhooks', needs: 'listWebhooksAsOperator', Component: WebhooksPage },
  'webhooks/': { title: 'Webhook endpoint', needs: 'getWebhookAsOperator', Component: WebhookPage },
  audit: { title: 'Audit log', needs: 'listAudit', Component: AuditPage },
  people: { title: 'People', needs: 'listOperators', Component: PeoplePage },
};

export function Page() {
  const [first = '', id] = route.value.path;
  const entry = PAGES[id === undefined ? first : `${first}/`];
  const isKnown = entry !== undefined && (entry.needs === null || may(entry.needs));
  const title = isKnown ? entry.title : 'Nothing here';
  useEffect(() => {
    document.title = `${title} – Kontor`;
  }, [title]);
  if (!isKnown) {
    return (
      <>
        <h1>Nothing here</h1>
        <p>
          There is no such page, or your roles do not allow it. <a href={pathTo('')}>Overview</a>
        </p>
      </>
    );
  }
  return <entry.Component key={`${first}/${id}`} id={id ?? ''} />;
}
