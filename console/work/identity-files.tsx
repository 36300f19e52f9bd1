// An identity with its checks and documents.

import type { Choice } from '../kit/act.tsx';
import { Shown, useLoad } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Id, Table, Time } from '../kit/show.tsx';
import { figure, words } from '../kit/text.ts';
import { bank, from, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { Decide } from './decide.tsx';
import { DocumentImage, isKept } from './document-image.tsx';
import { SubjectFacts } from './subject.tsx';

interface FileProps {
  readonly item: Schemas['WorkFile'];
}

export function KycFile({ item }: FileProps) {
  const now = environment.value;
  const found = useLoad(async () => {
    const page = await bank.listKycReviews({ environment: now, ...from(item.id) });
    return { review: page.data.find(({ id }) => id === item.id) ?? null };
  }, [item.id, item.isOpen, now]);
  return (
    <Shown of={found}>
      {({ review }) =>
        review === null ? (
          <Card title="The identity">
            <p>This assessment is already decided.</p>
            <Facts of={[['Customer', <Id id={item.customerId} />]]} />
          </Card>
        ) : (
          <Identity review={review} isOpen={item.isOpen} />
        )
      }
    </Shown>
  );
}

type Kyc = Schemas['KycReview'];

/** What can be decided about an identity. */
function identityChoices({ id }: Kyc): Choice[] {
  const act =
    (decision: 'approve' | 'reject' | 'request_documents') => (_: FormData, reason: string) =>
      bank.decideKycAssessment({
        kycAssessmentId: id,
        body: { environment: environment.value, decision, reason },
      });
  return [
    {
      key: 'approve',
      shortcut: 'a',
      label: 'Verify the customer',
      done: 'The customer is verified.',
      run: act('approve'),
    },
    {
      key: 'reject',
      shortcut: 'r',
      label: 'Deny the customer',
      isDanger: true,
      done: 'The customer is denied.',
      run: act('reject'),
    },
    {
      key: 'documents',
      shortcut: 'd',
      label: 'Ask for documents',
      done: 'Documents are requested from the customer.',
      run: act('request_documents'),
    },
  ];
}

function Identity({ review, isOpen }: { readonly review: Kyc; readonly isOpen: boolean }) {
  return (
    <>
      <Card title="Customer">
        <SubjectFacts of={review.customer} />
      </Card>
      <Card title="Reason for review">
        <Facts
          of={[
            ['Reasons', review.reviewReasons.map(words).join(', ')],
            ['Level', review.appliedLevel ?? review.level],
            ['Risk', review.riskLevel === null ? null : <Badge value={review.riskLevel} />],
            ['Score', review.riskScore],
            ['Decide by', <Time at={review.deadlineAt} />],
          ]}
        />
        {review.factors.length === 0 ? null : (
          <>
            <h3>Risk factors</h3>
            <Bars
              of={review.factors.map(({ message, weight }) => ({
                label: message,
                value: weight,
                kind: weight < 0 ? ('lowers' as const) : ('raises' as const),
              }))}
            />
          </>
        )}
      </Card>
      <Evidence review={review} />
      <Decide isOpen={isOpen} of={may('decideKycAssessment') ? identityChoices(review) : []} />
    </>
  );
}

/** What was checked, and what the customer has shown. */
function Evidence({ review }: { readonly review: Kyc }) {
  return (
    <>
      <Card title="Checks">
        <Table
          caption="Checks"
          none="None was run."
          rows={review.checks}
          columns={[
            { name: 'Check', cell: ({ name }) => words(name) },
            { name: 'Result', cell: ({ result }) => <Badge value={result} /> },
            { name: 'Detail', cell: ({ detail }) => detail },
          ]}
        />
        {review.screening.map(({ hitId, list, name, score, status }) => (
          <p key={hitId}>
            <Id id={hitId} />: {name} on {list}, {figure(score)} <Badge value={status} />
          </p>
        ))}
      </Card>
      <Card title="Documents">
        <Table
          caption="Documents that were named"
          none="None was named."
          rows={review.documents}
          columns={[
            { name: 'Document', cell: ({ type }) => words(type) },
            { name: 'Country', cell: ({ country }) => country ?? '–' },
            { name: 'Number ends in', cell: ({ numberLast4 }) => numberLast4 ?? '–' },
            { name: 'Expires', cell: ({ expiry }) => expiry ?? '–' },
            { name: 'File', cell: ({ fileId }) => <span class="id">{fileId}</span> },
            {
              name: 'Image',
              cell: ({ fileId, type }) =>
                may('getKycFileContent') && isKept(fileId) ? (
                  <DocumentImage fileId={fileId} label={`${words(type)} of the customer`} />
                ) : (
                  '–'
                ),
            },
            { name: 'Status', cell: ({ status }) => <Badge value={status} /> },
          ]}
        />
        {review.requiredDocuments.map(({ type, reason, status }) => (
          <p key={type}>
            {words(type)}: {reason} <Badge value={status} />
          </p>
        ))}
      </Card>
    </>
  );
}
