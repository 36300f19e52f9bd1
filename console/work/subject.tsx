// A person or a company, as shown to the deciding operator. Unknown fields are listed in one line,
// because a missing field may matter to the decision.

import { Anything, Badge, Facts, Id, Time } from '../kit/show.tsx';
import { words } from '../kit/text.ts';
import type { Schemas } from '../shell/bank.ts';

type Subject = Schemas['DecisionSubject'];

export function SubjectFacts({ of }: { readonly of: Subject | null }) {
  if (of === null) return <p class="quiet">Not a customer of this bank.</p>;
  const facts = [
    ['Date of birth', of.dateOfBirth],
    ['Country', of.country],
    ['Address', of.address === null ? null : <Anything value={of.address} />],
    ['E-mail', of.email],
    ['Phone', of.phone],
  ] as const;
  const missing = facts.filter(([, value]) => value === null).map(([name]) => name.toLowerCase());
  return (
    <Facts
      of={[
        ['Name', of.name],
        ['Customer', <Id id={of.id} />],
        ['Type', words(of.type)],
        ...facts.filter(([, value]) => value !== null),
        missing.length === 0
          ? null
          : ['Not on record', <span class="quiet">{missing.join(', ')}</span>],
        ['Identity', <Badge value={of.kycStatus} />],
        of.riskLevel === null ? null : ['Risk', <Badge value={of.riskLevel} />],
        of.notCompared === null ? null : ['Sanctions lists', <NotCompared why={of.notCompared} />],
        ['Customer since', <Time at={of.createdAt} />],
      ]}
    />
  );
}

/** Warns that a name was not compared with the lists, and says why. */
export function NotCompared({ why }: { readonly why: NonNullable<Subject['notCompared']> }) {
  return (
    <>
      <Badge value="not_compared" text="Name not compared" /> <span>{words(why)}</span>
    </>
  );
}
