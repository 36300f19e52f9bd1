// The operators of the bank, and the page of the signed-in operator.

import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { List } from '../kit/list.tsx';
import { Badge, Card, Facts, Time } from '../kit/show.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { may, me, session } from '../shell/session.ts';
import { Invite } from './invite.tsx';
import { Roles, rolesIn } from './roles.tsx';

export function OwnPage() {
  const self = me.value;
  const current = session.value;
  if (self === null || current === null || current === 'unknown') return null;
  return (
    <>
      <h1>{self.name}</h1>
      <Card title="You">
        <Facts
          facts={[
            ['Id', <span class="id">{self.id}</span>],
            ['E-mail', self.email],
            ['Roles', self.roles.join(', ')],
            ['Session until', <Time at={current.expiresAt} />],
            ['Signs out when idle for', `${current.idleSeconds / 60} minutes`],
          ]}
        />
      </Card>
      <Card title="Operations of your roles">
        <p class="id">{self.operations.join(' ')}</p>
      </Card>
    </>
  );
}

export function PeoplePage() {
  return (
    <>
      <h1>People</h1>
      <Invite />
      <List
        caption="People of the bank"
        emptyText="No operator."
        dependencies={[]}
        load={(page) => bank.listOperators(page)}
        columns={[
          { name: 'Name', cell: ({ name }) => name },
          { name: 'E-mail', cell: ({ email }) => email },
          { name: 'Roles', cell: ({ roles }) => roles.join(', ') },
          { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
          { name: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { name: 'Access', cell: (row) => <Access operator={row} /> },
        ]}
      />
    </>
  );
}

function Access({ operator }: { readonly operator: Schemas['Operator'] }) {
  const [choice, choose] = useState<string | null>(null);
  const choices = listAccessChoices(operator);
  return choices.length === 0 ? (
    <>–</>
  ) : (
    <Choices choices={choices} choice={choice} choose={choose} />
  );
}

/** Acts of an admin on another operator. Admins cannot act on themselves. */
function listAccessChoices(operator: Schemas['Operator']): Choice[] {
  if (operator.id === me.value?.id) return [];
  const operatorId = operator.id;
  const enable: Choice = {
    key: 'enable',
    label: 'Enable',
    successText: 'The operator has access again, or a second admin has to agree.',
    run: (_, reason) => bank.enableOperator({ operatorId, body: { reason } }),
  };
  const disable: Choice = {
    key: 'disable',
    label: 'Disable',
    isDanger: true,
    successText: 'The operator has no access any more.',
    run: (_, reason) => bank.disableOperator({ operatorId, body: { reason } }),
  };
  const change: Choice = {
    key: 'roles',
    label: 'Change the roles',
    successText: 'Roles changed; they apply from the next request.',
    children: (error) => <Roles selected={operator.roles} error={error} />,
    run: (form, reason) =>
      bank.changeOperator({ operatorId, body: { roles: rolesIn(form), reason } }),
  };
  const renew: Choice = {
    key: 'renew',
    label: 'New invitation',
    isDanger: true,
    successText:
      'A new code is issued and earlier keys are refused, or a second admin has to agree.',
    run: (_, reason) => bank.renewOperatorInvitation({ operatorId, body: { reason } }),
  };
  const isDisabled = operator.status === 'disabled';
  return [
    ...(!isDisabled && may('changeOperator') ? [change] : []),
    ...(!isDisabled && may('renewOperatorInvitation') ? [renew] : []),
    ...(isDisabled && may('enableOperator') ? [enable] : []),
    ...(!isDisabled && may('disableOperator') ? [disable] : []),
  ];
}
