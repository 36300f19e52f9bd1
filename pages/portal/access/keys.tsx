// API keys of the environment: create, rotate, revoke. A key is shown once, when it is created.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Act, Choices } from '../../console/kit/act.tsx';
import { findFieldFault } from '../../console/kit/faults.ts';
import { List } from '../../console/kit/list.tsx';
import { Badge, Card, Time } from '../../console/kit/show.tsx';
import { ShownOnce } from '../kit/copy.tsx';
import { readText, TextField } from '../kit/fields.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { may, signedIn } from '../shell/session.ts';
import { PasskeysCard } from './passkeys.tsx';

type Key = Schemas['ApiKey'];
type NewKey = Schemas['ApiKeyWithSecret'];

/** The newest key, until the developer closes its card or leaves the page. */
const newKey = signal<NewKey | null>(null);

export function KeysPage() {
  useEffect(() => {
    return () => {
      newKey.value = null;
    };
  }, []);
  const shownKey = newKey.value;
  return (
    <>
      <h1>API keys</h1>
      {shownKey === null ? null : (
        <ShownOnce
          key={shownKey.id}
          title={`The key “${shownKey.name}”`}
          secrets={[['API key', shownKey.apiKey]]}
          close={() => {
            newKey.value = null;
          }}
        />
      )}
      <Card title={`Keys of ${signedIn.value?.environment ?? ''}`}>
        <List
          caption="API keys"
          emptyText="No key."
          dependencies={[]}
          load={(page) => bank.listKeys(page)}
          columns={[
            { name: 'Name', cell: (row) => <Name apiKey={row} /> },
            { name: 'Key', cell: ({ lastFour }) => <span class="id">…{lastFour}</span> },
            { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
            { name: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
            { name: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
            { name: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
            { name: 'Actions', cell: (row) => <Acts apiKey={row} /> },
          ]}
        />
      </Card>
      {may('developer:write') ? (
        <Card title="Create a key">
          <CreateKey />
        </Card>
      ) : null}
      <PasskeysCard />
    </>
  );
}

function Name({ apiKey }: { readonly apiKey: Key }) {
  return (
    <>
      {apiKey.name}{' '}
      {apiKey.id === signedIn.value?.keyId ? <Badge value="info" text="this session" /> : null}
    </>
  );
}

/** The scopes of a key. More than three are folded, because they would fill the page. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length <= 3) return <>{scopes.join(', ')}</>;
  return (
    <details>
      <summary>{scopes.length} scopes</summary>
      {scopes.join(', ')}
    </details>
  );
}

function Acts({ apiKey }: { readonly apiKey: Key }) {
  const [choice, choose] = useState<string | null>(null);
  const isUsable = apiKey.status === 'active' || apiKey.status === 'rotating';
  if (!isUsable || !may('developer:write')) return <>–</>;
  return (
    <Choices
      choice={choice}
      choose={choose}
      choices={[
        {
          key: 'rotate',
          label: 'Rotate',
          successText: 'The key is rotated; the old one works during the overlap.',
          needsReason: false,
          children: (error) => (
            <TextField
              label="Hours until the old key stops working"
              name="overlapHours"
              type="number"
              value="24"
              error={error}
              help="0 to 168."
            />
          ),
          run: async (form) => {
            const overlapHours = Number(readText(form, 'overlapHours') ?? '24');
            newKey.value = await bank.rotateKey({ keyId: apiKey.id, body: { overlapHours } });
          },
        },
        {
          key: 'revoke',
          label: 'Revoke',
          isDanger: true,
          successText: 'The key is revoked.',
          needsReason: false,
          children: () => (
            <p>
              {apiKey.id === signedIn.value?.keyId
                ? 'This is the key of your session, which ends with it.'
                : 'Requests with this key are refused from now on. This cannot be undone.'}
            </p>
          ),
          run: () => bank.revokeKey({ keyId: apiKey.id }),
        },
      ]}
    />
  );
}

function CreateKey() {
  const scopes = signedIn.value?.scopes ?? [];
  return (
    <Act
      label="Create key"
      successText="The key is active."
      needsReason={false}
      run={async (form) => {
        const scopes = form.getAll('scopes').map(String);
        const networks = (readText(form, 'ipAllow') ?? '').split(/[\s,]+/).filter(Boolean);
        const until = readText(form, 'expiresAt');
        const body = {
          name: readText(form, 'name') ?? '',
          scopes: scopes as Key['scopes'],
          ...(networks.length > 0 ? { ipAllow: networks } : {}),
          ...(until === null ? {} : { expiresAt: new Date(until).toISOString() }),
        };
        newKey.value = await bank.createKey({ body });
        scrollTo(0, 0);
      }}
    >
      {(error) => (
        <>
          <TextField label="Name" name="name" error={error} isRequired maxLength={100} />
          <TextField
            label="Expires"
            name="expiresAt"
            type="datetime-local"
            error={error}
            help="In your time zone. Leave empty for a key without expiry."
          />
          <TextField
            label="Allowed networks"
            name="ipAllow"
            error={error}
            help="Addresses or networks such as 203.0.113.0/24. Leave empty to allow all."
          />
          <fieldset>
            <legend>Scopes</legend>
            <div class="scopes">
              {scopes.map((scope) => (
                <label class="check" key={scope}>
                  <input type="checkbox" name="scopes" value={scope} defaultChecked /> {scope}
                </label>
              ))}
            </div>
            <p class="bad">{findFieldFault(error, 'scopes')}</p>
          </fieldset>
        </>
      )}
    </Act>
  );
}
