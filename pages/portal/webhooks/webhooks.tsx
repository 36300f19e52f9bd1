// Webhook endpoints: the list, and the form that creates one.

import { useState } from 'preact/hooks';
import { Act } from '../../console/kit/act.tsx';
import { List } from '../../console/kit/list.tsx';
import { Badge, Card, Id, Time } from '../../console/kit/show.tsx';
import { ShownOnce } from '../kit/copy.tsx';
import { ChoiceField, readFilled, readText, TextField } from '../kit/fields.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { pathTo } from '../shell/router.ts';
import { isSandbox, may } from '../shell/session.ts';

export { WebhookPage } from './endpoint.tsx';

type Endpoint = Schemas['WebhookEndpointWithSecret'];

export function WebhooksPage() {
  const [created, setCreated] = useState<Endpoint | null>(null);
  return (
    <>
      <h1>Webhooks</h1>
      {created === null ? null : (
        <ShownOnce
          title="The secret that signs the messages"
          secrets={[['Secret', created.secret]]}
          close={() => setCreated(null)}
        />
      )}
      <List
        caption="Webhook endpoints"
        emptyText="No endpoint yet: events are not delivered."
        isLive
        dependencies={[]}
        load={(page) => bank.listWebhookEndpoints(page)}
        to={({ id }) => pathTo(`webhooks/${id}`)}
        columns={[
          { name: 'Endpoint', cell: ({ id }) => <Id id={id} /> },
          { name: 'URL', cell: ({ url }) => url },
          { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { name: 'Events', cell: ({ events }) => events.join(', ') },
          { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
      {may('webhooks:write') ? (
        <Card title="New endpoint">
          <Act
            label="Create endpoint"
            successText="The endpoint is created."
            needsReason={false}
            run={async (form) => {
              const { url = '', description } = readFilled(form, ['url', 'description']);
              const events = (readText(form, 'events') ?? '').split(/[\s,]+/).filter(Boolean);
              const payload = readText(form, 'payload') === 'thin' ? 'thin' : 'full';
              const descriptionField = description ? { description } : {};
              const body = { url, payload, ...descriptionField, events } as const;
              setCreated(await bank.createWebhookEndpoint({ body: { ...body } }));
              scrollTo(0, 0);
            }}
          >
            {(error) => <EndpointFields error={error} />}
          </Act>
        </Card>
      ) : null}
    </>
  );
}

function EndpointFields({ error }: { readonly error: unknown }) {
  return (
    <>
      <TextField
        label="URL"
        name="url"
        error={error}
        isRequired
        maxLength={2_048}
        help={isSandbox.value ? 'https, here also http; a public address.' : 'https.'}
      />
      <TextField
        label="Events"
        name="events"
        value="*"
        error={error}
        isRequired
        help="Event types separated by spaces; transaction.* selects every type with that prefix."
      />
      <ChoiceField
        label="Payload"
        name="payload"
        error={error}
        options={[
          ['full', 'Full: the object at the time of the event'],
          ['thin', 'Thin: id and type'],
        ]}
      />
      <TextField label="Description" name="description" error={error} help="Optional." />
    </>
  );
}
