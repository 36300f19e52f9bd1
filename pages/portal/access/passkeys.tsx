// Passkeys: each signs in at the portal as the key of the session that set it up.

import { useEffect, useState } from 'preact/hooks';
import { Choices, showMessage } from '../../console/kit/act.tsx';
import { Card, Table, Time } from '../../console/kit/show.tsx';
import { readText, TextField } from '../kit/fields.tsx';
import { may } from '../shell/session.ts';
import { addPasskey, readSignInMethods, sendRequest, supportsPasskeys } from '../shell/sign-in.ts';

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly keyId: string;
  readonly synced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export function PasskeysCard() {
  const [passkeys, setPasskeys] = useState<readonly Passkey[] | null>(null);
  const [isReady, setReady] = useState<boolean | null>(null);
  const load = async () => {
    const list = await sendRequest<{ data: Passkey[] }>('/portal/passkeys').catch(() => null);
    setPasskeys(list?.data ?? null);
  };
  useEffect(() => {
    void load();
    void readSignInMethods().then((methods) => setReady(methods?.passkeys === 'ready'));
  }, []);
  if (passkeys === null || isReady === null) return null;
  return (
    <Card title="Passkeys">
      <p>
        A passkey signs in here without a key. It has the rights of the key of this session and ends
        with that key.
      </p>
      <Table
        caption="Passkeys"
        emptyText="No passkey."
        rows={passkeys}
        columns={[
          { name: 'Name', cell: ({ name }) => name },
          { name: 'Key', cell: ({ keyId }) => <span class="id">{keyId}</span> },
          { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          { name: 'Actions', cell: (row) => <Remove passkey={row} load={load} /> },
        ]}
      />
      {isReady && supportsPasskeys ? null : (
        <p class="quiet">
          {isReady
            ? 'This browser has no passkeys.'
            : 'Passkeys are not configured: the bank has no domain name (KONTOR_PUBLIC_URL).'}
        </p>
      )}
      {isReady && supportsPasskeys && may('developer:write') ? <AddPasskey load={load} /> : null}
    </Card>
  );
}

function Remove({ passkey, load }: { readonly passkey: Passkey; load(): Promise<void> }) {
  const [choice, choose] = useState<string | null>(null);
  if (!may('developer:write')) return <>–</>;
  return (
    <Choices
      choice={choice}
      choose={choose}
      choices={[
        {
          key: 'remove',
          label: 'Remove the passkey',
          isDanger: true,
          successText: 'The passkey no longer signs in.',
          needsReason: false,
          children: () => <p>The other sessions of its key end, too.</p>,
          run: async () => {
            await sendRequest(`/portal/passkeys/${passkey.id}`, undefined, 'DELETE');
            await load();
          },
        },
      ]}
    />
  );
}

function AddPasskey({ load }: { load(): Promise<void> }) {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    const message = await addPasskey(readText(form, 'device') ?? 'Passkey');
    setFault(message);
    setBusy(false);
    if (message !== null) return;
    showMessage('The passkey is ready.');
    await load();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <TextField
        label="Device name"
        name="device"
        value="This device"
        maxLength={64}
        error={null}
      />
      {fault === null ? null : (
        <p class="bad" role="alert">
          {fault}
        </p>
      )}
      <button type="submit" disabled={isBusy}>
        Set up a passkey
      </button>
    </form>
  );
}
