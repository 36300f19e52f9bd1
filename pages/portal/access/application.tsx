// The way to production: where the application stands, and the live key once it is approved.

import { useState } from 'preact/hooks';
import { Act } from '../../console/kit/act.tsx';
import { useLoad, WhenLoaded } from '../../console/kit/load.tsx';
import { Badge, Card, Facts, Time } from '../../console/kit/show.tsx';
import { readText, TextField } from '../kit/fields.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { isSandbox } from '../shell/session.ts';
import { ClaimForm } from './claim.tsx';

export function ApplicationPage() {
  const query = useLoad(() => bank.getDeveloper(), [], { isLive: true });
  return (
    <>
      <h1>Production</h1>
      <WhenLoaded query={query}>
        {({ application, company, email, country, useCase, expectedVolume, createdAt }) => (
          <>
            <Card title="Your application">
              <Facts
                facts={[
                  ['Status', <Badge value={application.status} />],
                  ['What it means', MEANINGS[application.status]],
                  ['Id', <span class="id">{application.id}</span>],
                  application.appliedAt ? ['Asked for', <Time at={application.appliedAt} />] : null,
                  application.reason ? ['Reason', application.reason] : null,
                  application.decidedAt ? ['Decided', <Time at={application.decidedAt} />] : null,
                  application.scopes ? ['Scopes of live keys', application.scopes.join(' ')] : null,
                ]}
              />
            </Card>
            {application.status === 'not_requested' ? (
              <Card title="Ask for production">
                <Apply />
              </Card>
            ) : null}
            {isSandbox.value && application.status === 'approved' ? (
              <Card title="The first live key">
                <ClaimCode id={application.id} />
              </Card>
            ) : null}
            <Card title="You">
              <Facts
                facts={[
                  ['Company', company],
                  ['E-mail', email],
                  ['Country', country],
                  ['Use case', useCase],
                  ['Expected volume', expectedVolume],
                  ['Registered', <Time at={createdAt} />],
                ]}
              />
            </Card>
          </>
        )}
      </WhenLoaded>
    </>
  );
}

/** The form that applies for production. The sandbox needs no application. */
function Apply() {
  return (
    <Act
      label="Ask for production"
      successText="The bank has your application."
      needsReason={false}
      run={(form) => {
        const expectedVolume = readText(form, 'expectedVolume');
        const body = { useCase: readText(form, 'useCase') ?? '' };
        return bank.applyForProduction({
          body: expectedVolume ? { ...body, expectedVolume } : body,
        });
      }}
    >
      {(error) => (
        <>
          <TextField label="Use case" name="useCase" error={error} isRequired maxLength={2000} />
          <TextField
            label="Expected volume"
            name="expectedVolume"
            error={error}
            help="Optional, such as 10,000 payments a month."
          />
        </>
      )}
    </Act>
  );
}

const MEANINGS = {
  not_requested: 'You have not applied yet. The sandbox needs no approval.',
  pending: 'Two operators of the bank review it. The sandbox stays available.',
  approved: 'Claim the first live key with the claim code; that key creates further keys.',
  rejected: 'The bank denied access to production for the reason below.',
} as const;

/** Shows the claim code to a developer who enters the application secret. */
function ClaimCode({ id }: { readonly id: string }) {
  const [opened, setOpened] = useState<Schemas['OpenedApplication'] | null>(null);
  if (opened?.claim) {
    return (
      <>
        <p>
          The code works until <Time at={opened.claim.expiresAt} />, once.
        </p>
        <ClaimForm code={opened.claim.code} />
      </>
    );
  }
  return (
    <>
      <p>The secret from your registration shows the claim code.</p>
      {opened === null ? null : (
        <p class="bad" role="alert">
          There is no claim code: it was used or has expired. The bank can renew it.
        </p>
      )}
      <Act
        label="Show the claim code"
        successText="The application is open."
        needsReason={false}
        run={async (form) => {
          const applicationSecret = readText(form, 'applicationSecret') ?? '';
          setOpened(await bank.openApplication({ body: { applicationId: id, applicationSecret } }));
        }}
      >
        {(error) => (
          <TextField
            label="Application secret"
            name="applicationSecret"
            type="password"
            error={error}
            isRequired
          />
        )}
      </Act>
    </>
  );
}
