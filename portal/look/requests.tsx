// The request log: requests of programs with the bank's answers and the reasons of refusals.

import { useRef } from 'preact/hooks';
import { navigate, setQuery } from '../../console/kit/address.ts';
import { List } from '../../console/kit/list.tsx';
import { Shown, useLoad } from '../../console/kit/load.tsx';
import { Card, Facts, Table, Time } from '../../console/kit/show.tsx';
import { Copyable } from '../kit/copy.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { pathTo, place } from '../shell/router.ts';

type LoggedRequest = Schemas['LoggedRequest'];

const pageOf = (requestId: string) => pathTo(`requests/${encodeURIComponent(requestId)}`);

export function RequestsPage() {
  const selected = place.value.query.get('outcome');
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
        none="No request yet."
        isLive
        about={[outcome ?? '']}
        ask={(page) => bank.listRequests({ ...page, ...(outcome ? { outcome } : {}) })}
        to={({ requestId }) => pageOf(requestId)}
        columns={[
          { name: 'Request', cell: (row) => <Link of={row} /> },
          { name: 'Endpoint', cell: ({ method, path }) => `${method} ${path}` },
          { name: 'Status', cell: (row) => <Answer of={row} /> },
          { name: 'Duration', isNumber: true, cell: ({ durationMs }) => `${durationMs} ms` },
          { name: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </>
  );
}

function Link({ of }: { readonly of: LoggedRequest }) {
  return (
    <a class="id" href={pageOf(of.requestId)}>
      {of.requestId}
    </a>
  );
}

function Answer({ of }: { readonly of: LoggedRequest }) {
  const tone = of.status < 400 ? 'good' : of.status < 500 ? 'warn' : 'bad';
  return (
    <>
      <span class={`badge ${tone}`}>{of.status}</span> {of.code}
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
      <Shown of={query}>{(request) => <Found of={request} />}</Shown>
    </>
  );
}

function Found({ of }: { readonly of: LoggedRequest }) {
  return (
    <>
      <Card title={`${of.method} ${of.path}`}>
        <Facts
          of={[
            ['Request', <span class="id">{of.requestId}</span>],
            ['Status', <Answer of={of} />],
            of.code
              ? ['Error', <a href={`/errors/${of.code}`}>{`${of.code}: cause and remedy`}</a>]
              : null,
            ['Operation', `${of.method} ${of.route}`],
            ['Duration', `${of.durationMs} ms`],
            ['Key', <span class="id">{of.keyId}</span>],
            ['From', of.ip],
            ['At', <Time at={of.createdAt} />],
          ]}
        />
      </Card>
      {of.errors.length > 0 ? (
        <Card title="Invalid fields">
          <Table
            caption="Invalid fields"
            none=""
            rows={of.errors}
            columns={[
              { name: 'Field', cell: ({ pointer }) => <code>{pointer || 'the whole body'}</code> },
              { name: 'Code', cell: ({ code }) => code },
            ]}
          />
        </Card>
      ) : null}
      {of.body ? (
        <Card title="Request body">
          <p>Redacted: names, texts and secrets are never stored.</p>
          <Copyable text={JSON.stringify(of.body, null, 2)} label="The body, redacted" />
        </Card>
      ) : null}
    </>
  );
}
