// A developer: identity, state of the application, access.

import { useState } from 'preact/hooks';
import { type Choice, Choices } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
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
      <WithReason>{(reason) => <DeveloperContent id={id} reason={reason} />}</WithReason>
    </>
  );
}

function DeveloperContent({ id, reason }: { readonly id: string; readonly reason: string }) {
  const query = useLoad(() => bank.getDeveloperAsOperator({ developerId: id }, { reason }), [id]);
  return (
    <>
      <WhenLoaded query={query}>
        {(developer) => (
          <Card title={developer.company}>
            <Facts
              facts={[
                ['Id', <span class="id">{developer.id}</span>],
                ['Workflows', <WorkflowsLink by="developer" id={developer.id} />],
                ['Status', <Badge value={developer.status} />],
                ['E-mail', developer.email],
                ['Phone', developer.phone],
                ['Country', developer.country],
                ['Use case', developer.useCase],
                ['Expected volume', developer.expectedVolume],
                ['Application', <Badge value={developer.application.status} />],
                ['Requests per second', developer.throttle ?? 'default'],
                ['Since', <Time at={developer.createdAt} />],
              ]}
            />
          </Card>
        )}
      </WhenLoaded>
      {may('getSettlement') && query.error === null ? <Terms id={id} /> : null}
      {query.data === null ? null : <Acts developer={query.data} />}
    </>
  );
}

function Terms({ id }: { readonly id: string }) {
  const query = useLoad(() => bank.getSettlement({ developerId: id }), [id]);
  return (
    <Card title="Settlement in production">
      <WhenLoaded query={query}>
        {({ currencies }) => (
          <Table
            caption="Settlement terms by currency"
            emptyText="No currency has terms: no money moves from or to outside."
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
      </WhenLoaded>
    </Card>
  );
}

function Acts({ developer }: { readonly developer: Developer }) {
  const [choice, choose] = useState<string | null>(null);
  const choices: Choice[] = [];
  if (developer.status === 'active' && may('suspendDeveloper')) {
    choices.push({
      key: 'suspend',
      label: 'Suspend',
      isDanger: true,
      successText: 'The developer is suspended: all keys are refused.',
      run: (_, reason) => bank.suspendDeveloper({ developerId: developer.id, body: { reason } }),
    });
  }
  if (developer.status === 'suspended' && may('reinstateDeveloper')) {
    choices.push({
      key: 'reinstate',
      label: 'Reinstate',
      successText: 'The developer is reinstated.',
      run: (_, reason) => bank.reinstateDeveloper({ developerId: developer.id, body: { reason } }),
    });
  }
  if (choices.length === 0) return null;
  return (
    <Card title="Actions">
      <Choices choices={choices} choice={choice} choose={choose} />
    </Card>
  );
}
