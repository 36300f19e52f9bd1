// The event log: each event with its payload, and a button to send it again.

import { useRef } from 'preact/hooks';
import { Act } from '../../console/kit/act.tsx';
import { setQuery } from '../../console/kit/address.ts';
import { List } from '../../console/kit/list.tsx';
import { useLoad, WhenLoaded } from '../../console/kit/load.tsx';
import { Card, Facts, Id, Time } from '../../console/kit/show.tsx';
import { Copyable } from '../kit/copy.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { pathTo, route } from '../shell/router.ts';
import { may } from '../shell/session.ts';

type Event = Schemas['Event'];

export function EventsPage() {
  const type = route.value.query.get('type') ?? '';
  const objectId = route.value.query.get('object') ?? '';
  return (
    <>
      <h1>Events</h1>
      <Filter type={type} objectId={objectId} />
      <List
        caption="Events, newest first"
        emptyText="Nothing has happened yet."
        isLive
        dependencies={[type, objectId]}
        load={async (page) => {
          const narrowed = { ...(type ? { type } : {}), ...(objectId ? { objectId } : {}) };
          const events = await bank.listEvents({ ...page, ...narrowed, order: 'desc' });
          return { ...events, nextCursor: events.nextCursor ?? null };
        }}
        to={({ id }) => pathTo(`events/${id}`)}
        columns={[
          { name: 'Number', isNumber: true, cell: ({ sequence }) => sequence },
          { name: 'Type', cell: ({ type: name }) => name },
          { name: 'Event', cell: ({ id }) => <Id id={id} /> },
          { name: 'Object', cell: (event) => <span class="id">{objectOf(event)}</span> },
          { name: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </>
  );
}

function objectOf({ data }: Event): string {
  const { id } = data.object;
  return typeof id === 'string' ? id : '–';
}

function Filter({ type, objectId }: { readonly type: string; readonly objectId: string }) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (form.current === null) return;
    const data = new FormData(form.current);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    setQuery({ type: text('type'), object: text('object') });
  };
  return (
    <form class="row end filter" ref={form} onSubmit={submit}>
      <div>
        <label for="type">Type</label>
        <input id="type" name="type" defaultValue={type} placeholder="transaction.*" />
      </div>
      <div>
        <label for="object">Object</label>
        <input id="object" name="object" defaultValue={objectId} placeholder="Id of an object" />
      </div>
      <button type="submit" class="second">
        Filter
      </button>
    </form>
  );
}

export function EventPage({ id }: { readonly id: string }) {
  const query = useLoad(() => bank.getEvent({ eventId: id }), [id]);
  return (
    <>
      <h1>Event</h1>
      <WhenLoaded query={query}>{(event) => <EventContent event={event} />}</WhenLoaded>
    </>
  );
}

function EventContent({ event }: { readonly event: Event }) {
  const requestId = event.request.id;
  const hasRequest = requestId !== null && may('developer:read');
  return (
    <>
      <Card title={event.type}>
        <Facts
          facts={[
            ['Id', <span class="id">{event.id}</span>],
            ['Number', event.sequence],
            ['At', <Time at={event.createdAt} />],
            [
              'Request',
              hasRequest ? (
                <a class="id" href={pathTo(`requests/${encodeURIComponent(requestId)}`)}>
                  {requestId}
                </a>
              ) : (
                (requestId ?? 'the bank itself')
              ),
            ],
            ['Idempotency key', event.request.idempotencyKey],
          ]}
        />
      </Card>
      <Card title="What endpoints receive">
        <Copyable text={JSON.stringify(event, null, 2)} label="The event as JSON" />
      </Card>
      {may('webhooks:write') ? (
        <Card title="Resend">
          <p>Sends the event again to every endpoint that subscribes to its type.</p>
          <Act
            label="Send again"
            successText="The event is on its way to the endpoints."
            needsReason={false}
            run={() => bank.resendEvent({ eventId: event.id, body: {} })}
          />
        </Card>
      ) : null}
    </>
  );
}
