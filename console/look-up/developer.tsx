// A developer: identity, state of the application, access.

import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Card, Facts, Money, Table, Time } from '../kit/show.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { may } from '../shell/session.ts';
import { WithReason } from './reason.tsx';
import { WorkflowsLink } from './workflow-link.tsx';

type Developer = Schemas['OperatorDeveloper'];

export function DeveloperPage({ id }: { readonly id: string }) {
  return (
    <>
      <h1>Developer</h1>
      <WithReason>{(reason) => <Found id={id} reason={reason} />}</WithReason>
    </>
  );
}

function Found({ id, reason }: { readonly id: string; readonly reason: string }) {
  const found = useLoad(() => bank.getDeveloperAsOperator({ developerId: id }, { reason }), [id]);
  return (
    <>
      <Shown of={found}>
        {(one) => (
          <Card title={one.company}>
            <Facts
              of={[
                ['Id', <span class="id">{one.id}</span>],
                ['Workflows', <WorkflowsLink by="developer" id={one.id} />],
                ['Status', <Badge value={one.status} />],
                ['E-mail', one.email],
                ['Phone', one.phone],
                ['Country', one.country],
                ['Use case', one.useCase],
                ['Expected volume', one.expectedVolume],
                ['Application', <Badge value={one.application.status} />],
                ['Requests per second', one.throttle ?? 'default'],
                ['Since', <Time at={one.createdAt} />],
              ]}
            />
          </Card>
        )}
      </Shown>
      {may('getSettlement') && found.error === null ? <Terms id={id} /> : null}
      {found.data === null ? null : <Acts of={found.data} />}
    </>
  );
}

function Terms({ id }: { readonly id: string }) {
  const found = useLoad(() => bank.getSettlement({ developerId: id }), [id]);
  return (
    <Card title="Settlement in production">
      <Shown of={found}>
        {({ currencies }) => (
          <Table
            caption="Settlement terms by currency"
            none="No currency has terms: no money moves from or to outside."
            rows={currencies}
            columns={[
              { name: 'Currency', cell: ({ currency }) => currency },
              {
                name: 'Prefunded',
                isNumber: true,
                cell: ({ prefunded, currency }) => (
                  <Money minor={Number(prefunded)} currency={currency} />
                ),
              },
              {
                name: 'Cap',
                isNumber: true,
                cell: ({ cap, currency }) => <Money minor={Number(cap)} currency={currency} />,
              },
            ]}
          />
        )}
      </Shown>
    </Card>
  );
}

function Acts({ of }: { readonly of: Developer }) {
  const [chosen, choose] = useState<string | null>(null);
  const choices: Choice[] = [];
  if (of.status === 'active' && may('suspendDeveloper')) {
    choices.push({
      key: 'suspend',
      label: 'Suspend',
      isDanger: true,
      done: 'The developer is suspended: all keys are refused.',
      run: (_, reason) => bank.suspendDeveloper({ developerId: of.id, body: { reason } }),
    });
  }
  if (of.status === 'suspended' && may('reinstateDeveloper')) {
    choices.push({
      key: 'reinstate',
      label: 'Reinstate',
      done: 'The developer is reinstated.',
      run: (_, reason) => bank.reinstateDeveloper({ developerId: of.id, body: { reason } }),
    });
  }
  if (choices.length === 0) return null;
  return (
    <Card title="Actions">
      <Choices of={choices} chosen={chosen} choose={choose} />
    </Card>
  );
}
