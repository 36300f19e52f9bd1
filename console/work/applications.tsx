// Developers who apply for production.

import { useState } from 'preact/hooks';
import { Choices, doneOrAsked } from '../kit/act.tsx';
import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Time } from '../kit/show.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { may } from '../shell/session.ts';

const MOST = 50;

export function ApplicationsPage() {
  const page = useLoad(() => bank.listApplications({ status: 'pending', limit: MOST }), []);
  return (
    <>
      <h1>Applications for production</h1>
      <p class="quiet">Approval takes two operators; one is enough to reject.</p>
      <Shown of={page}>
        {({ data, hasMore }) => (
          <>
            {data.length === 0 ? <p>No application is waiting.</p> : null}
            {data.map((one) => (
              <Application key={one.id} one={one} />
            ))}
            {hasMore ? <p class="quiet">The newest {MOST} are shown.</p> : null}
          </>
        )}
      </Shown>
    </>
  );
}

function Application({ one }: { readonly one: Schemas['Developer'] }) {
  const [chosen, choose] = useState<string | null>(null);
  const applicationId = one.application.id;
  const act = (decision: 'approved' | 'rejected') => (_: FormData, reason: string) =>
    bank.decideApplication({ applicationId, body: { decision, reason } });
  return (
    <Card title={one.company}>
      <Facts
        of={[
          ['Developer', <Id id={one.id} />],
          ['E-mail', one.email],
          ['Phone', one.phone],
          ['Country', one.country],
          ['Use case', one.useCase],
          ['Expected volume', one.expectedVolume],
          ['Status', <Badge value={one.application.status} />],
          ['Since', <Time at={one.createdAt} />],
        ]}
      />
      {may('decideApplication') ? (
        <div class="actions">
          <Choices
            chosen={chosen}
            choose={choose}
            isEven
            of={[
              {
                key: 'approved',
                label: 'Approve',
                done: doneOrAsked('Approved: the developer may claim live keys.'),
                run: act('approved'),
              },
              {
                key: 'rejected',
                label: 'Reject',
                isDanger: true,
                done: 'The application is rejected.',
                run: act('rejected'),
              },
            ]}
          />
        </div>
      ) : null}
    </Card>
  );
}
