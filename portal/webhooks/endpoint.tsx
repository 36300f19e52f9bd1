// One endpoint: its state, its deliveries, and a button to send one again.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Act, Choices } from '../../console/kit/act.tsx';
import { navigate, setQuery } from '../../console/kit/address.ts';
import { List } from '../../console/kit/list.tsx';
import { Shown, useLoad } from '../../console/kit/load.tsx';
import { Badge, Card, Facts, Id, Time } from '../../console/kit/show.tsx';
import { percent } from '../../console/kit/text.ts';
import { ShownOnce } from '../kit/copy.tsx';
import { TextField, textIn } from '../kit/fields.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { pathTo, place } from '../shell/router.ts';
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
  const fresh = secret.value;
  return (
    <>
      <h1>Webhook endpoint</h1>
      {fresh === null ? null : (
        <ShownOnce
          title="The new secret"
          secrets={[['Secret', fresh]]}
          close={() => {
            secret.value = null;
          }}
        />
      )}
      <Shown of={query}>
        {(endpoint) => (
          <div class="columns">
            <Card title={endpoint.url}>
              <Facts
                of={[
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
              {may('webhooks:write') ? <Acts of={endpoint} /> : null}
            </Card>
            <Statistics id={endpoint.id} />
          </div>
        )}
      </Shown>
      <Deliveries id={id} />
    </>
  );
}

function Acts({ of }: { readonly of: Endpoint }) {
  const [choice, choose] = useState<string | null>(null);
  const endpointId = of.id;
  const isOn = of.status === 'enabled';
  return (
    <div class="actions">
      <Choices
        choice={choice}
        choose={choose}
        of={[
          {
            key: 'ping',
            label: 'Send a test event',
            done: 'A webhook.test event is on its way.',
            needsReason: false,
            run: () => bank.pingWebhookEndpoint({ endpointId }),
          },
          {
            key: 'switch',
            label: isOn ? 'Disable' : 'Enable',
            done: isOn ? 'The endpoint is disabled.' : 'The endpoint is enabled.',
            needsReason: false,
            run: () => {
              const body = { status: isOn ? ('disabled' as const) : ('enabled' as const) };
              return bank.updateWebhookEndpoint({ endpointId, body }, { ifMatch: of.version });
            },
          },
          {
            key: 'events',
            label: 'Change events',
            done: 'The endpoint receives these events from now on.',
            needsReason: false,
            children: (error) => (
              <TextField label="Events" name="events" value={of.events.join(' ')} error={error} />
            ),
            run: (form) => {
              const events = (textIn(form, 'events') ?? '').split(/[\s,]+/).filter(Boolean);
              const body = { events };
              return bank.updateWebhookEndpoint({ endpointId, body }, { ifMatch: of.version });
            },
          },
          {
            key: 'failed',
            label: 'Resend all failed',
            done: 'The failed deliveries are sent again.',
            needsReason: false,
            run: () => bank.replayWebhookEvents({ endpointId, body: { status: 'failed' } }),
          },
          {
            key: 'rotate',
            label: 'Rotate the secret',
            done: 'The secret is rotated; the old one stays valid for 24 hours.',
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
            done: 'The endpoint is removed.',
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
      <Shown of={query}>
        {({ deliveries, successRate, durationMs, lastSuccessAt, lastFailureAt }) => (
          <Facts
            of={[
              ['Delivered', deliveries.delivered],
              ['Waiting', deliveries.pending + deliveries.retrying],
              ['Failed permanently', deliveries.failed],
              ['Success rate', percent(successRate)],
              ['Median response time', durationMs.p50 === null ? null : `${durationMs.p50} ms`],
              ['95 of 100 within', durationMs.p95 === null ? null : `${durationMs.p95} ms`],
              ['Last success', <Time at={lastSuccessAt} />],
              ['Last failure', <Time at={lastFailureAt} />],
            ]}
          />
        )}
      </Shown>
    </Card>
  );
}

const STATES = ['pending', 'retrying', 'delivered', 'failed'] as const;

function Deliveries({ id }: { readonly id: string }) {
  const statusText = place.value.query.get('status');
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
        none="No deliveries yet."
        isLive
        about={[id, status ?? '']}
        ask={(page) => {
          const narrowed = status ? { status } : {};
          return bank.listWebhookDeliveries({ endpointId: id, ...page, ...narrowed });
        }}
        columns={[
          { name: 'Type', cell: ({ eventType }) => eventType },
          { name: 'Event', cell: ({ eventId }) => <Id id={eventId} /> },
          { name: 'Status', cell: (row) => <Badge value={row.status} /> },
          { name: 'Attempts', cell: (row) => <Attempts of={row} /> },
          { name: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'Resend', cell: (row) => <Resend of={row} /> },
        ]}
      />
    </Card>
  );
}

/** The attempts of a delivery with the receiver's answers. */
function Attempts({ of }: { readonly of: Delivery }) {
  const last = of.attempts.at(-1);
  if (!last) return <>–</>;
  return (
    <details>
      <summary>
        {of.attemptCount}: {last.httpStatus ?? last.fault}
      </summary>
      <ol class="timeline">
        {of.attempts.map((attempt) => (
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

function Resend({ of }: { readonly of: Delivery }) {
  if (!may('webhooks:write') || of.status === 'pending') return <>–</>;
  return (
    <Act
      label="Send again"
      done="The delivery is sent again."
      needsReason={false}
      run={() => bank.retryWebhookDelivery({ endpointId: of.webhookEndpointId, deliveryId: of.id })}
    />
  );
}
