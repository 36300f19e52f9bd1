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
import { pathTo, place } from './router.ts';
import { isSandbox, may } from './session.ts';

interface Entry {
  readonly title: string;
  /** The scope that the page requires; null when every key may see it. */
  readonly needs: string | null;
  readonly sandboxOnly?: boolean;
  readonly Shown: ComponentType<{ readonly id: string }>;
}

/** Pages by the first part of their address, with `/` when an id follows it. */
const PAGES: Readonly<Record<string, Entry>> = {
  '': { title: 'First transfer', needs: null, Shown: StartPage },
  keys: { title: 'API keys', needs: 'developer:read', Shown: KeysPage },
  application: { title: 'Production', needs: 'developer:read', Shown: ApplicationPage },
  requests: { title: 'Requests', needs: 'developer:read', Shown: RequestsPage },
  'requests/': { title: 'Request', needs: 'developer:read', Shown: RequestPage },
  usage: { title: 'Usage', needs: 'developer:read', Shown: UsagePage },
  events: { title: 'Events', needs: 'events:read', Shown: EventsPage },
  'events/': { title: 'Event', needs: 'events:read', Shown: EventPage },
  decisions: { title: 'Decisions', needs: 'decisions:read', Shown: DecisionsPage },
  'decisions/': { title: 'Decision', needs: 'decisions:read', Shown: DecisionPage },
  webhooks: { title: 'Webhooks', needs: 'webhooks:read', Shown: WebhooksPage },
  'webhooks/': { title: 'Webhook endpoint', needs: 'webhooks:read', Shown: WebhookPage },
  sandbox: { title: 'Sandbox', needs: null, sandboxOnly: true, Shown: SandboxPage },
};

/** Returns true when the page exists and the session's key may see it. */
export function isOpen(name: string): boolean {
  const entry = PAGES[name];
  if (entry === undefined || (entry.sandboxOnly && !isSandbox.value)) return false;
  return entry.needs === null || may(entry.needs);
}

export function Page() {
  const [first = '', id] = place.value.path;
  const name = id === undefined ? first : `${first}/`;
  const entry = isOpen(name) ? PAGES[name] : undefined;
  const title = entry?.title ?? 'Nothing here';
  useEffect(() => {
    document.title = `${title} – Kontor`;
  }, [title]);
  if (entry === undefined) {
    return (
      <>
        <h1>Nothing here</h1>
        <p>
          There is no such page, or your key does not show it. <a href={pathTo('')}>Start</a>
        </p>
      </>
    );
  }
  return <entry.Shown key={`${first}/${id}`} id={id ?? ''} />;
}
