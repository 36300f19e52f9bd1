// An identity with its checks and documents.

import type { Choice } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Id, Table, Time } from '../kit/show.tsx';
import { formatCode, formatNumber } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, pageWithOnly, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { Decide } from './decide.tsx';
import { DocumentImage, isKept } from './document-image.tsx';
import { SubjectFacts } from './subject.tsx';

interface FileProps {
  readonly item: Schemas['WorkFile'];
}

export function KycFile({ item }: FileProps) {
  const shownEnvironment = environment.value;
  const query = useLoad(async () => {
    for (const stage of STAGES) {
      const page = await bank.listKycReviews({
        environment: shownEnvironment,
        stage,
        ...pageWithOnly(item.id),
      });
      const review = page.data.find(({ id }) => id === item.id);
      if (review) return { review };
    }
    return { review: null };
  }, [item.id, item.isOpen, shownEnvironment]);
  return (
    <WhenLoaded query={query}>
      {({ review }) => (review === null ? null : <Identity review={review} isOpen={item.isOpen} />)}
    </WhenLoaded>
  );
}

const STAGES = ['manual_review', 'done', 'awaiting_documents', 'checking'] as const;

type Kyc = Schemas['KycReview'];

/** The possible decisions about an identity. */
function listChoices({ id, kycStatus }: Kyc): Choice[] {
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
      successText: 'The customer is verified.',
      run: act('approve'),
    },
    {
      key: 'reject',
      shortcut: 'r',
      label: 'Deny the customer',
      isDanger: true,
      successText: 'The customer is denied.',
      run: act('reject'),
    },
    // A verified identity stays verified, or is denied.
    ...(kycStatus === 'verified'
      ? []
      : [
          {
            key: 'documents',
            shortcut: 'd',
            label: 'Ask for documents',
            successText: 'Documents are requested from the customer.',
            run: act('request_documents'),
          },
        ]),
  ];
}

function Identity({ review, isOpen }: { readonly review: Kyc; readonly isOpen: boolean }) {
  return (
    <>
      <div class="cards">
        <Card title="Customer on record">
          <SubjectFacts subject={review.customer} />
        </Card>
        <Claims review={review} />
      </div>
      <Documents review={review} />
      <Card title="Reason for review">
        <Facts
          facts={[
            ['Reasons', review.reviewReasons.map(formatCode).join(', ')],
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
              bars={review.factors.map(({ message, weight }) => ({
                label: message,
                value: weight,
                kind: weight < 0 ? ('lowers' as const) : ('raises' as const),
              }))}
            />
          </>
        )}
      </Card>
      <Evidence review={review} />
      <DecisionOnRecord review={review} />
      <Decide isOpen={isOpen} choices={may('decideKycAssessment') ? listChoices(review) : []} />
    </>
  );
}

/** The checks, and the customer's documents. */
function Evidence({ review }: { readonly review: Kyc }) {
  return (
    <>
      <Card title="Checks">
        <Table
          caption="Checks"
          emptyText="None was run."
          rows={review.checks}
          columns={[
            { name: 'Check', cell: ({ name }) => formatCode(name) },
            { name: 'Result', cell: ({ result }) => <Badge value={result} /> },
            { name: 'Detail', cell: ({ detail }) => detail },
          ]}
        />
        {review.screening.map(({ hitId, list, name, score, status }) => (
          <p key={hitId}>
            <Id id={hitId} />: {name} on {list}, {formatNumber(score)} <Badge value={status} />
          </p>
        ))}
      </Card>
      {review.requiredDocuments.length === 0 ? null : (
        <Card title="Requested documents">
          {review.requiredDocuments.map(({ type, reason, status }) => (
            <p key={type}>
              {formatCode(type)}: {reason} <Badge value={status} />
            </p>
          ))}
        </Card>
      )}
    </>
  );
}

function Documents({ review }: { readonly review: Kyc }) {
  return (
    <>
      {review.documents.length === 0 ? (
        <Card title="Documents">
          <p class="quiet">None was named.</p>
        </Card>
      ) : null}
      {review.documents.map((document) => (
        <DocumentCard key={document.id} document={document} review={review} />
      ))}
    </>
  );
}

type Document = Kyc['documents'][number];

/** Shows the claims and a machine's reading of the document beside its image. */
function DocumentCard({ document, review }: { readonly document: Document; readonly review: Kyc }) {
  const { type, fileId } = document;
  const [claim] = review.claims;
  return (
    <Card title={formatCode(type)}>
      <div class="claimed">
        <div>
          <h3>Claimed</h3>
          <Facts
            facts={[
              ['Name', claim?.name ?? null],
              ['Date of birth', claim?.dateOfBirth ?? null],
              ['Nationality', claim?.nationality ?? null],
              ['Lives in', claim?.country ?? null],
              ['Issued by', document.country],
              ['Number ends in', document.numberLast4],
              ['Issued', document.issuedOn],
              ['Expires', <Expiry on={document.expiry} />],
            ]}
          />
          <h3>Read by a machine</h3>
          <MachineReading document={document} />
          <p>
            Status: <Badge value={document.status} /> {formatCode(document.reason ?? '')}
          </p>
        </div>
        <div>
          {may('getKycFileContent') && isKept(fileId) ? (
            <DocumentImage fileId={fileId} label={`${formatCode(type)} of the customer`} />
          ) : (
            <p>
              <Badge value="not_run" text="No image" /> The bank has no image of the document. The
              developer keeps it as <span class="id">{fileId}</span>.
            </p>
          )}
        </div>
      </div>
    </Card>
  );
}

function MachineReading({ document: { checks, fileId } }: { readonly document: Document }) {
  const readings = checks.filter(({ name }) => name !== 'tampering');
  return (
    <>
      {readings.length === 0 ? (
        <p>
          <Badge value="not_run" /> Nothing was read
          {isKept(fileId) ? ' from the picture.' : ': there is no picture.'}
        </p>
      ) : null}
      {checks.map(({ name, result, detail }) => (
        <p key={name}>
          {formatCode(name)} <Badge value={result} /> {detail}
        </p>
      ))}
    </>
  );
}

/** No state issues documents that are valid for longer. */
const MAX_YEARS = 15;
const YEAR_MS = 365.25 * 24 * 60 * 60 * 1_000;

function Expiry({ on }: { readonly on: string | null }) {
  if (on === null) return <>–</>;
  const years = Math.floor((Date.parse(on) - Date.now()) / YEAR_MS);
  if (years < 0)
    return (
      <>
        {on} <Badge value="attention" text="Expired" />
      </>
    );
  if (years < MAX_YEARS) return <>{on}</>;
  return (
    <>
      {on} <Badge value="attention" text="Implausible" /> in {years} years
    </>
  );
}

function DecisionOnRecord({
  review: { decision, decidedBy, comment, completedAt },
}: {
  readonly review: Kyc;
}) {
  if (completedAt === null) return null;
  return (
    <Card title="Decision on record">
      <Facts
        facts={[
          ['Decision', decision === null ? null : <Badge value={decision} />],
          ['By', decidedBy === null ? null : <Person id={decidedBy} />],
          ['Reason', comment],
          ['At', <Time at={completedAt} />],
        ]}
      />
    </Card>
  );
}

/** The identity claimed in this request, including owners of a business. */
function Claims({ review }: { readonly review: Kyc }) {
  return (
    <Card title="Claimed in the request">
      {review.claims.length === 0 ? (
        <p class="quiet">The request states nothing about a person.</p>
      ) : null}
      {review.claims.map(({ role, name, aliases, dateOfBirth, nationality, country, percent }) => (
        <Facts
          key={`${role} ${name}`}
          facts={[
            [formatCode(role), name],
            aliases.length === 0 ? null : ['Also called', aliases.join(', ')],
            role === 'business' ? null : ['Date of birth', dateOfBirth],
            role === 'business' ? null : ['Nationality', nationality],
            [role === 'business' ? 'Registered in' : 'Lives in', country],
            percent === null ? null : ['Owns', `${percent} %`],
          ]}
        />
      ))}
    </Card>
  );
}
