// The people of the bank, and oneself.

import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { List } from '../kit/list.tsx';
import { Badge, Card, Facts, Time } from '../kit/show.tsx';
import { bank, may, me, type Schemas } from '../shell/bank.ts';
import { session } from '../shell/session.ts';

export function MePage() {
  const own = me.value;
  const found = session.value;
  if (own === null || found === null || found === 'unknown') return null;
  return (
    <>
      <h1>{own.name}</h1>
      <Card title="You">
        <Facts
          of={[
            ['Id', <span class="id">{own.id}</span>],
            ['E-mail', own.email],
            ['Roles', own.roles.join(', ')],
            ['Session until', <Time at={found.expiresAt} />],
            ['Ends without use after', `${found.idleSeconds / 60} minutes`],
          ]}
        />
      </Card>
      <Card title="What your roles allow">
        <p class="id">{own.operations.join(' ')}</p>
      </Card>
    </>
  );
}

export function PeoplePage() {
  return (
    <>
      <h1>People</h1>
      <List
        caption="People of the bank"
        none="Nobody."
        about={[]}
        ask={(page) => bank.listOperators(page)}
        columns={[
          { name: 'Name', cell: ({ name }) => name },
          { name: 'Roles', cell: ({ roles }) => roles.join(', ') },
          { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { name: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'Access', cell: (one) => <Access of={one} /> },
        ]}
      />
    </>
  );
}

function Access({ of }: { readonly of: Schemas['Operator'] }) {
  const [chosen, choose] = useState<string | null>(null);
  const isDisabled = of.status === 'disabled';
  if (!may('disableOperator') || of.id === me.value?.id) return <>–</>;
  const choice: Choice = isDisabled
    ? {
        key: 'enable',
        label: 'Give access back',
        done: 'The person works again.',
        run: (_, reason) => bank.enableOperator({ operatorId: of.id, body: { reason } }),
      }
    : {
        key: 'disable',
        label: 'Take all access',
        isDanger: true,
        done: 'The person has no access any more.',
        run: (_, reason) => bank.disableOperator({ operatorId: of.id, body: { reason } }),
      };
  return <Choices of={[choice]} chosen={chosen} choose={choose} />;
}
