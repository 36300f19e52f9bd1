// One endpoint: its state, its deliveries, and a button to send one again.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Act, Choices } from '../../console/kit/act.tsx';
import { navigate, setQuery } from '../../console/kit/address.ts';
import { List } from '../../console/kit/list.tsx';
import { useLoad, WhenLoaded } from '../../console/kit/load.tsx';
import { Badge, Card, Facts, Id, Time } from '../../console/kit/show.tsx';
import { formatPercent } from '../../console/kit/text.ts';
import { ShownOnce } from '../kit/copy.tsx';
import { readText, TextField } from '../kit/fields.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { pathTo, route } from '../shell/router.ts';
import { may } from '../shell/session.ts';

type Endpoint = Schemas['WebhookEndpoint'];
type Delivery = Schemas['WebhookDelivery'];

const secret = signal<string | null>(null);

export function WebhookPage({ id }: { readonly id: string }) {
  const query = useLoad(() => bank.getWebhookEndpoint({ endpointId: id }), [id], { isLive: true });
  useEffect(() => {
    return () => {
      secret.value = null;
    };
  }, []);
  const shownSecret = secret.value;
  return (
    <>
      <h1>Webhook endpoint</h1>
      {shownSecret === null ? null : (
        <ShownOnce
          title="The new secret"
          secrets={[['Secret', shownSecret]]}
          close={() => {
            secret.value = null;
          }}
        />
      )}
      <WhenLoaded query={query}>
        {(endpoint) => (
          <div class="columns">
            <Card title={endpoint.url}>
              <Facts
                facts={[
                  ['Id', <span class="id">{endpoint.id}</span>],
                  ['Status', <Badge value={endpoint.status} />],
                  endpoint.statusReason ? ['Why', endpoint.statusReason.message] : null,
                  ['Events', endpoint.events.join(', ')],
                  ['Payload', endpoint.payload === 'full' ? 'the object' : 'id and type'],
                  ['Description', endpoint.description],
                  endpoint.previousSecretExpiresAt
                    ? ['Old secret valid until', <Time at={endpoint.previousSecretExpiresAt} />]
                    : null,
                  ['Created', <Time at={endpoint.createdAt} />],
                ]}
              />
              {may('webhooks:write') ? <Acts endpoint={endpoint} /> : null}
            </Card>
            <Statistics id={endpoint.id} />
          </div>
        )}
      </WhenLoaded>
      <Deliveries id={id} />
    </>
  );
}

function Acts({ endpoint }: { readonly endpoint: Endpoint }) {
  const [choice, choose] = useState<string | null>(null);
  const endpointId = endpoint.id;
  const isOn = endpoint.status === 'enabled';
  return (
    <div class="actions">
      <Choices
        choice={choice}
        choose={choose}
        choices={[
          {
            key: 'ping',
            label: 'Send a test event',
            successText: 'A webhook.test event is on its way.',
            needsReason: false,
            run: () => bank.pingWebhookEndpoint({ endpointId }),
          },
          {
            key: 'switch',
            label: isOn ? 'Disable' : 'Enable',
            successText: isOn ? 'The endpoint is disabled.' : 'The endpoint is enabled.',
            needsReason: false,
            run: () => {
              const body = { status: isOn ? ('disabled' as const) : ('enabled' as const) };
              return bank.updateWebhookEndpoint(
                { endpointId, body },
                { ifMatch: endpoint.version },
              );
            },
          },
          {
            key: 'events',
            label: 'Change events',
            successText: 'The endpoint receives these events from now on.',
            needsReason: false,
            children: (error) => (
              <TextField
                label="Events"
                name="events"
                value={endpoint.events.join(' ')}
                error={error}
              />
            ),
            run: (form) => {
              const events = (readText(form, 'events') ?? '').split(/[\s,]+/).filter(Boolean);
              const body = { events };
              return bank.updateWebhookEndpoint(
                { endpointId, body },
                { ifMatch: endpoint.version },
              );
            },
          },
          {
            key: 'failed',
            label: 'Resend all failed',
            successText: 'The failed deliveries are sent again.',
            needsReason: false,
            run: () => bank.replayWebhookEvents({ endpointId, body: { status: 'failed' } }),
          },
          {
            key: 'rotate',
            label: 'Rotate the secret',
            successText: 'The secret is rotated; the old one stays valid for 24 hours.',
            needsReason: false,
            run: async () => {
              const rotated = await bank.rotateWebhookSecret({ endpointId, body: {} });
              secret.value = rotated.secret;
              scrollTo(0, 0);
            },
          },
          {
            key: 'remove',
            label: 'Remove',
            isDanger: true,
            successText: 'The endpoint is removed.',
            needsReason: false,
            run: async () => {
              await bank.deleteWebhookEndpoint({ endpointId });
              navigate(pathTo('webhooks'));
            },
          },
        ]}
      />
    </div>
  );
}

function Statistics({ id }: { readonly id: string }) {
  const query = useLoad(() => bank.getWebhookStatistics({ endpointId: id }), [id], {
    isLive: true,
  });
  return (
    <Card title="Performance">
      <WhenLoaded query={query}>
        {({ deliveries, successRate, durationMs, lastSuccessAt, lastFailureAt }) => (
          <Facts
            facts={[
              ['Delivered', deliveries.delivered],
              ['Waiting', deliveries.pending + deliveries.retrying],
              ['Failed permanently', deliveries.failed],
              ['Success rate', formatPercent(successRate)],
              ['Median response time', durationMs.p50 === null ? null : `${durationMs.p50} ms`],
              ['95th percentile', durationMs.p95 === null ? null : `${durationMs.p95} ms`],
              ['Last success', <Time at={lastSuccessAt} />],
              ['Last failure', <Time at={lastFailureAt} />],
            ]}
          />
        )}
      </WhenLoaded>
    </Card>
  );
}

const STATES = ['pending', 'retrying', 'delivered', 'failed'] as const;

function Deliveries({ id }: { readonly id: string }) {
  const statusText = route.value.query.get('status');
  const status = STATES.find((state) => state === statusText);
  return (
    <Card title="Deliveries">
      <div class="row filter">
        <label for="status">Status</label>
        <select
          id="status"
          value={status ?? ''}
          onChange={(event) => setQuery({ status: event.currentTarget.value })}
        >
          <option value="">All</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </select>
      </div>
      <List
        caption="Deliveries"
        emptyText="No deliveries yet."
        isLive
        dependencies={[id, status ?? '']}
        load={(page) => {
          const narrowed = status ? { status } : {};
          return bank.listWebhookDeliveries({ endpointId: id, ...page, ...narrowed });
        }}
        columns={[
          { name: 'Type', cell: ({ eventType }) => eventType },
          { name: 'Event', cell: ({ eventId }) => <Id id={eventId} /> },
          { name: 'Status', cell: (row) => <Badge value={row.status} /> },
          { name: 'Attempts', cell: (row) => <Attempts delivery={row} /> },
          { name: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'Resend', cell: (row) => <Resend delivery={row} /> },
        ]}
      />
    </Card>
  );
}

/** The attempts of a delivery with the receiver's answers. */
function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const last = delivery.attempts.at(-1);
  if (!last) return <>–</>;
  return (
    <details>
      <summary>
        {delivery.attemptCount}: {last.httpStatus ?? last.fault}
      </summary>
      <ol class="timeline">
        {delivery.attempts.map((attempt) => (
          <li key={attempt.number}>
            <Time at={attempt.at} />: {attempt.httpStatus ?? 'no answer'} in {attempt.durationMs}{' '}
            ms. {attempt.message}
            {attempt.responseExcerpt ? <pre>{attempt.responseExcerpt}</pre> : null}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Resend({ delivery }: { readonly delivery: Delivery }) {
  if (!may('webhooks:write') || delivery.status === 'pending') return <>–</>;
  return (
    <Act
      label="Send again"
      successText="The delivery is sent again."
      needsReason={false}
      run={() =>
        bank.retryWebhookDelivery({
          endpointId: delivery.webhookEndpointId,
          deliveryId: delivery.id,
        })
      }
    />
  );
}
