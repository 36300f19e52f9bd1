// Developers who apply for production.

import { useState } from 'preact/hooks';
import { Choices, doneOrRequested } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Time } from '../kit/show.tsx';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { may, me } from '../shell/session.ts';
import { Agreement, Granted, type Scope } from './approvals.tsx';

const PAGE_SIZE = 50;

export function ApplicationsPage() {
  const page = useLoad(() => bank.listApplications({ status: 'pending', limit: PAGE_SIZE }), []);
  return (
    <>
      <h1>Applications for production</h1>
      <p class="quiet">Approval takes two operators; one is enough to reject.</p>
      <WhenLoaded query={page}>
        {({ data, hasMore }) => (
          <>
            {data.length === 0 ? <p>No application is waiting.</p> : null}
            {data.map((application) => (
              <Application key={application.id} application={application} />
            ))}
            {hasMore ? <p class="quiet">The newest {PAGE_SIZE} are shown.</p> : null}
          </>
        )}
      </WhenLoaded>
    </>
  );
}

type ListedApplication = Schemas['ListedApplication'];

function Application({ application }: { readonly application: ListedApplication }) {
  const { approval } = application;
  return (
    <Card title={application.company}>
      <Facts
        facts={[
          ['Developer', <Id id={application.id} />],
          ['E-mail', application.email],
          ['Phone', application.phone],
          ['Country', application.country],
          ['Use case', application.useCase],
          ['Expected volume', application.expectedVolume],
          ['Asked for', <Time at={application.application.appliedAt} />],
          [
            'Status',
            <Badge
              value={approval === null ? 'pending' : 'requested'}
              text={describeStep(application)}
            />,
          ],
        ]}
      />
      {approval === null ? (
        <FirstDecision application={application} />
      ) : (
        <SecondDecision application={application} approval={approval} />
      )}
    </Card>
  );
}

const describeStep = ({ approval }: ListedApplication) =>
  approval === null ? 'Nobody has approved' : '1 of 2 approved';

/** The first of two operators chooses the scopes. */
function FirstDecision({ application }: { readonly application: ListedApplication }) {
  const [choice, choose] = useState<string | null>(null);
  if (!may('decideApplication')) return null;
  const applicationId = application.application.id;
  return (
    <div class="actions">
      <Choices
        choice={choice}
        choose={choose}
        isUniform
        choices={[
          {
            key: 'approved',
            label: 'Approve',
            successText: doneOrRequested('Approved: the developer may claim live keys.'),
            children: () => <Granted scopes={application.grantable} />,
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
            successText: 'The application is rejected.',
            run: (_, reason) =>
              bank.decideApplication({ applicationId, body: { decision: 'rejected', reason } }),
          },
        ]}
      />
    </div>
  );
}

interface SecondProps {
  readonly application: ListedApplication;
  readonly approval: NonNullable<ListedApplication['approval']>;
}

/** The request of the first operator, and the decision of the second one. */
function SecondDecision({ application, approval }: SecondProps) {
  const { request, createdAt } = approval;
  const { initiator = '', reason = '' } = request ?? {};
  const scopes = request?.grantable ?? application.grantable;
  return (
    <>
      <Facts
        facts={[
          ['Approved by', <Person id={initiator} />],
          ['At', <Time at={createdAt} />],
          ['Reason', reason || 'None stated'],
          [
            'Grants',
            `${scopes.length} of ${application.grantable.length} scopes: ${scopes.join(', ')}`,
          ],
        ]}
      />
      <Agreement
        subjectId={approval.id}
        isOwn={initiator === me.value?.id}
        grantable={scopes}
        requestEnvironment="production"
      />
    </>
  );
}
