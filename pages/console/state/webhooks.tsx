// Webhook endpoints of all developers, deliveries to one endpoint, and sending an event again.

import { useState } from 'preact/hooks';
import { Choices } from '../kit/act.tsx';
import { List } from '../kit/list.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Time } from '../kit/show.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment, pathTo } from '../shell/router.ts';
import { may } from '../shell/session.ts';

export function WebhooksPage() {
  const shownEnvironment = environment.value;
  return (
    <>
      <h1>Webhooks</h1>
      <List
        caption="Webhook endpoints"
        emptyText="No endpoints yet."
        isLive
        dependencies={[shownEnvironment]}
        load={(page) => bank.listWebhooksAsOperator({ environment: shownEnvironment, ...page })}
        to={({ id }) => pathTo(`webhooks/${id}`)}
        columns={[
          { name: 'Endpoint', cell: ({ id }) => <Id id={id} /> },
          { name: 'URL', cell: ({ url }) => url },
          { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { name: 'Developer', cell: ({ developerId }) => <Id id={developerId} /> },
        ]}
      />
    </>
  );
}

export function WebhookPage({ id }: { readonly id: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getWebhookAsOperator({ webhookEndpointId: id, environment: shownEnvironment }),
    [id, shownEnvironment],
  );
  return (
    <>
      <h1>Webhook endpoint</h1>
      <WhenLoaded query={query}>
        {(endpoint) => (
          <Card title={endpoint.url}>
            <Facts
              facts={[
                ['Id', <span class="id">{endpoint.id}</span>],
                ['Status', <Badge value={endpoint.status} />],
                endpoint.statusReason ? ['Why', endpoint.statusReason.message] : null,
                ['Events', endpoint.events.join(', ')],
                ['Description', endpoint.description],
                ['Developer', <Id id={endpoint.developerId} />],
                ['Created', <Time at={endpoint.createdAt} />],
              ]}
            />
          </Card>
        )}
      </WhenLoaded>
      {may('listDeliveriesAsOperator') ? (
        <Card title="Deliveries">
          <List
            caption="Deliveries"
            emptyText="No deliveries yet."
            isLive
            dependencies={[id, shownEnvironment]}
            load={(page) =>
              bank.listDeliveriesAsOperator({
                webhookEndpointId: id,
                environment: shownEnvironment,
                ...page,
              })
            }
            columns={[
              { name: 'Event', cell: ({ eventType }) => eventType },
              { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
              { name: 'Attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
              { name: 'Last answer', cell: (row) => <LastAnswer delivery={row} /> },
              { name: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
              { name: 'Resend', cell: ({ eventId }) => <Resend eventId={eventId} /> },
            ]}
          />
        </Card>
      ) : null}
    </>
  );
}

function LastAnswer({ delivery }: { readonly delivery: Schemas['WebhookDelivery'] }) {
  const last = delivery.attempts.at(-1);
  if (!last) return <>–</>;
  if (last.fault === null) return <>{last.httpStatus}</>;
  return (
    <>
      {last.httpStatus ?? ''} {last.message ?? last.fault}
    </>
  );
}

/** Sends an event again to every endpoint that subscribes to its type, as the API does. */
function Resend({ eventId }: { readonly eventId: string }) {
  const [choice, choose] = useState<string | null>(null);
  if (!may('resendEventAsOperator')) return <>–</>;
  return (
    <Choices
      choice={choice}
      choose={choose}
      choices={[
        {
          key: 'resend',
          label: 'Send again',
          successText: 'The event is sent again to every subscribed endpoint.',
          run: (_, reason) =>
            bank.resendEventAsOperator({
              eventId,
              body: { environment: environment.value, reason },
            }),
        },
      ]}
    />
  );
}
