// The request log: requests of programs with the bank's answers and the reasons of refusals.

import { useRef } from 'preact/hooks';
import { navigate, setQuery } from '../../console/kit/address.ts';
import { List } from '../../console/kit/list.tsx';
import { useLoad, WhenLoaded } from '../../console/kit/load.tsx';
import { Card, Facts, Table, Time } from '../../console/kit/show.tsx';
import { Copyable } from '../kit/copy.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { pathTo, route } from '../shell/router.ts';

type LoggedRequest = Schemas['LoggedRequest'];

const pageOf = (requestId: string) => pathTo(`requests/${encodeURIComponent(requestId)}`);

export function RequestsPage() {
  const selected = route.value.query.get('outcome');
  const outcome = selected === 'failed' || selected === 'succeeded' ? selected : null;
  return (
    <>
      <h1>Requests</h1>
      <p>
        Requests of your programs in this environment, kept for 30 days. Each response carries its
        request id in <code>X-Request-Id</code>.
      </p>
      <Filter outcome={outcome} />
      <List
        caption="Requests, newest first"
        emptyText="No request yet."
        isLive
        dependencies={[outcome ?? '']}
        load={(page) => bank.listRequests({ ...page, ...(outcome ? { outcome } : {}) })}
        to={({ requestId }) => pageOf(requestId)}
        columns={[
          { name: 'Request', cell: (row) => <Link request={row} /> },
          { name: 'Endpoint', cell: ({ method, path }) => `${method} ${path}` },
          { name: 'Status', cell: (row) => <Answer request={row} /> },
          { name: 'Duration', isNumber: true, cell: ({ durationMs }) => `${durationMs} ms` },
          { name: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </>
  );
}

function Link({ request }: { readonly request: LoggedRequest }) {
  return (
    <a class="id" href={pageOf(request.requestId)}>
      {request.requestId}
    </a>
  );
}

function Answer({ request }: { readonly request: LoggedRequest }) {
  const tone = request.status < 400 ? 'good' : request.status < 500 ? 'warn' : 'bad';
  return (
    <>
      <span class={`badge ${tone}`}>{request.status}</span> {request.code}
    </>
  );
}

const OUTCOMES = [
  ['', 'All'],
  ['succeeded', 'Succeeded'],
  ['failed', 'Failed'],
] as const;

function Filter({ outcome }: { readonly outcome: string | null }) {
  const field = useRef<HTMLInputElement>(null);
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text !== '') navigate(pageOf(text));
  };
  return (
    <div class="row end filter">
      <div>
        <label for="outcome">Status</label>
        <select
          id="outcome"
          value={outcome ?? ''}
          onChange={(event) => setQuery({ outcome: event.currentTarget.value })}
        >
          {OUTCOMES.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <form class="row end" onSubmit={find}>
        <div>
          <label for="request">Request id</label>
          <input id="request" ref={field} placeholder="req_…" maxLength={128} />
        </div>
        <button type="submit" class="second">
          Find
        </button>
      </form>
    </div>
  );
}

export function RequestPage({ id }: { readonly id: string }) {
  const query = useLoad(() => bank.getRequest({ requestId: id }), [id]);
  return (
    <>
      <h1>Request</h1>
      <WhenLoaded query={query}>{(request) => <RequestContent request={request} />}</WhenLoaded>
    </>
  );
}

function RequestContent({ request }: { readonly request: LoggedRequest }) {
  return (
    <>
      <Card title={`${request.method} ${request.path}`}>
        <Facts
          facts={[
            ['Request', <span class="id">{request.requestId}</span>],
            ['Status', <Answer request={request} />],
            request.code
              ? [
                  'Error',
                  <a href={`/errors/${request.code}`}>{`${request.code}: cause and remedy`}</a>,
                ]
              : null,
            ['Operation', `${request.method} ${request.route}`],
            ['Duration', `${request.durationMs} ms`],
            ['Key', <span class="id">{request.keyId}</span>],
            ['From', request.ip],
            ['At', <Time at={request.createdAt} />],
          ]}
        />
      </Card>
      {request.errors.length > 0 ? (
        <Card title="Invalid fields">
          <Table
            caption="Invalid fields"
            emptyText=""
            rows={request.errors}
            columns={[
              { name: 'Field', cell: ({ pointer }) => <code>{pointer || 'the whole body'}</code> },
              { name: 'Code', cell: ({ code }) => code },
            ]}
          />
        </Card>
      ) : null}
      {request.body ? (
        <Card title="Request body">
          <p>Redacted: names, texts and secrets are never stored.</p>
          <Copyable text={JSON.stringify(request.body, null, 2)} label="The body, redacted" />
        </Card>
      ) : null}
    </>
  );
}
