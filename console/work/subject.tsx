// A person or a company, as the deciding person sees them.

import { Anything, Badge, Facts, Id, Time } from '../kit/show.tsx';
import type { Schemas } from '../shell/bank.ts';

type Subject = Schemas['DecisionSubject'];

export function SubjectFacts({ of }: { readonly of: Subject | null }) {
  if (of === null) return <p class="quiet">Outside of the bank.</p>;
  return (
    <Facts
      of={[
        ['Name', of.name],
        ['Customer', <Id id={of.id} />],
        ['Type', of.type],
        ['Born', of.dateOfBirth],
        ['Country', of.country],
        ['Address', <Anything value={of.address} />],
        ['E-mail', of.email],
        ['Telephone', of.phone],
        ['Identity', <Badge value={of.kycStatus} />],
        of.riskLevel === null ? null : ['Risk', <Badge value={of.riskLevel} />],
        ['Customer since', <Time at={of.createdAt} />],
      ]}
    />
  );
}
