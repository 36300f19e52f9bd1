// Maps addresses to pages. A page that the key may not see and a page that does not exist look the
// same.

import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApplicationPage } from '../access/application.tsx';
import { KeysPage } from '../access/keys.tsx';
import { DecisionPage, DecisionsPage } from '../look/decisions.tsx';
import { EventPage, EventsPage } from '../look/events.tsx';
import { RequestPage, RequestsPage } from '../look/requests.tsx';
import { UsagePage } from '../look/usage.tsx';
import { SandboxPage } from '../sandbox/sandbox.tsx';
import { StartPage } from '../start/first-transfer.tsx';
import { WebhookPage, WebhooksPage } from '../webhooks/webhooks.tsx';
import { pathTo, route } from './router.ts';
import { isSandbox, may } from './session.ts';

interface Entry {
  readonly title: string;
  /** The scope that the page requires; null when every key may see it. */
  readonly needs: string | null;
  readonly sandboxOnly?: boolean;
  readonly Component: ComponentType<{ readonly id: string }>;
}

/** Pages by the first part of their address, with `/` when an id follows it. */
const PAGES: Readonly<Record<string, Entry>> = {
  '': { title: 'First transfer', needs: null, Component: StartPage },
  keys: { title: 'API keys', needs: 'developer:read', Component: KeysPage },
  application: { title: 'Production', needs: 'developer:read', Component: ApplicationPage },
  requests: { title: 'Requests', needs: 'developer:read', Component: RequestsPage },
  'requests/': { title: 'Request', needs: 'developer:read', Component: RequestPage },
  usage: { title: 'Usage', needs: 'developer:read', Component: UsagePage },
  events: { title: 'Events', needs: 'events:read', Component: EventsPage },
  'events/': { title: 'Event', needs: 'events:read', Component: EventPage },
  decisions: { title: 'Decisions', needs: 'decisions:read', Component: DecisionsPage },
  'decisions/': { title: 'Decision', needs: 'decisions:read', Component: DecisionPage },
  webhooks: { title: 'Webhooks', needs: 'webhooks:read', Component: WebhooksPage },
  'webhooks/': { title: 'Webhook endpoint', needs: 'webhooks:read', Component: WebhookPage },
  sandbox: { title: 'Sandbox', needs: null, sandboxOnly: true, Component: SandboxPage },
};

/** Returns true when the page exists and the session's key may see it. */
export function canSee(name: string): boolean {
  const entry = PAGES[name];
  if (entry === undefined || (entry.sandboxOnly && !isSandbox.value)) return false;
  return entry.needs === null || may(entry.needs);
}

export function Page() {
  const [first = '', id] = route.value.path;
  const name = id === undefined ? first : `${first}/`;
  const entry = canSee(name) ? PAGES[name] : undefined;
  const title = entry?.title ?? 'Nothing here';
  useEffect(() => {
    document.title = `${title} – Kontor`;
  }, [title]);
  if (entry === undefined) {
    return (
      <>
        <h1>Nothing here</h1>
        <p>
          There is no such page, or your key does not allow it. <a href={pathTo('')}>Start</a>
        </p>
      </>
    );
  }
  return <entry.Component key={`${first}/${id}`} id={id ?? ''} />;
}
