// A person or a company, as shown to the deciding operator. Unknown fields are listed in one line,
// because a missing field may matter to the decision.

import { AnyValue, Badge, Facts, Id, Time } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import type { Schemas } from '../shell/bank.ts';

type Subject = Schemas['DecisionSubject'];

export function SubjectFacts({ subject }: { readonly subject: Subject | null }) {
  if (subject === null) return <p class="quiet">Not a customer of this bank.</p>;
  const facts = [
    ['Date of birth', subject.dateOfBirth],
    ['Country', subject.country],
    ['Address', subject.address === null ? null : <AnyValue value={subject.address} />],
    ['E-mail', subject.email],
    ['Phone', subject.phone],
  ] as const;
  const missing = facts.filter(([, value]) => value === null).map(([name]) => name.toLowerCase());
  return (
    <Facts
      facts={[
        ['Name', subject.name],
        ['Customer', <Id id={subject.id} />],
        ['Type', formatCode(subject.type)],
        ...facts.filter(([, value]) => value !== null),
        missing.length === 0
          ? null
          : ['Not on record', <span class="quiet">{missing.join(', ')}</span>],
        ['Identity', <Badge value={subject.kycStatus} />],
        subject.riskLevel === null ? null : ['Risk', <Badge value={subject.riskLevel} />],
        subject.notCompared === null
          ? null
          : ['Sanctions lists', <NotCompared why={subject.notCompared} />],
        ['Customer since', <Time at={subject.createdAt} />],
      ]}
    />
  );
}

/** Warns that a name was not compared with the lists, and says why. */
export function NotCompared({ why }: { readonly why: NonNullable<Subject['notCompared']> }) {
  return (
    <>
      <Badge value="not_compared" text="Name not compared" /> <span>{formatCode(why)}</span>
    </>
  );
}
