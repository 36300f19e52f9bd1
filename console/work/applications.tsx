// Developers who apply for production.

import { useState } from 'preact/hooks';
import { Choices, doneOrAsked } from '../kit/act.tsx';
import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Time } from '../kit/show.tsx';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { may, me } from '../shell/session.ts';
import { Agreement, Granted, type Scope } from './approvals.tsx';

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

type Listed = Schemas['ListedApplication'];

function Application({ one }: { readonly one: Listed }) {
  const { approval } = one;
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
          ['Asked for', <Time at={one.application.appliedAt} />],
          [
            'Status',
            <Badge value={approval === null ? 'pending' : 'requested'} text={STEP(one)} />,
          ],
        ]}
      />
      {approval === null ? <First one={one} /> : <Second one={one} approval={approval} />}
    </Card>
  );
}

const STEP = ({ approval }: Listed) =>
  approval === null ? 'Nobody has approved' : '1 of 2 approved';

/** The first of two operators chooses the scopes. */
function First({ one }: { readonly one: Listed }) {
  const [chosen, choose] = useState<string | null>(null);
  if (!may('decideApplication')) return null;
  const applicationId = one.application.id;
  return (
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
            children: () => <Granted of={one.grantable} />,
            run: (form, reason) => {
              const scopes = form.getAll('scopes').map(String) as Scope[];
              const body = { decision: 'approved' as const, reason, scopes };
              return bank.decideApplication({ applicationId, body });
            },
          },
          {
            key: 'rejected',
            label: 'Reject',
            isDanger: true,
            done: 'The application is rejected.',
            run: (_, reason) =>
              bank.decideApplication({ applicationId, body: { decision: 'rejected', reason } }),
          },
        ]}
      />
    </div>
  );
}

interface SecondProps {
  readonly one: Listed;
  readonly approval: NonNullable<Listed['approval']>;
}

/** The request of the first operator, and the decision of the second one. */
function Second({ one, approval }: SecondProps) {
  const { request, createdAt } = approval;
  const { initiator = '', reason = '' } = request ?? {};
  const scopes = request?.grantable ?? one.grantable;
  return (
    <>
      <Facts
        of={[
          ['Approved by', <Person id={initiator} />],
          ['At', <Time at={createdAt} />],
          ['Reason', reason || 'None stated'],
          ['Grants', `${scopes.length} of ${one.grantable.length} scopes: ${scopes.join(', ')}`],
        ]}
      />
      <Agreement
        subjectId={approval.id}
        isOwn={initiator === me.value?.id}
        grantable={scopes}
        of="production"
      />
    </>
  );
}
