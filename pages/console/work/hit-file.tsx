// A name that resembles an entry of a list: the known person beside the entry, field by field. A
// value that one side does not state is shown as such and counts for neither.

import { type Choice, Field } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Bars, Card, Facts, Id, Table, Time } from '../kit/show.tsx';
import { formatCode, formatNumber } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, pageWithOnly, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may } from '../shell/session.ts';
import { Decide } from './decide.tsx';

type Hit = Schemas['ScreeningHitDesk'];

const STATUSES = ['pending', 'confirmed_hit', 'no_hit'] as const;

export function HitFile({ item }: { readonly item: Schemas['WorkFile'] }) {
  const shownEnvironment = environment.value;
  const query = useLoad(async () => {
    for (const status of STATUSES) {
      const page = await bank.listScreeningHits({
        environment: shownEnvironment,
        status,
        ...pageWithOnly(item.id),
      });
      const hit = page.data.find(({ id }) => id === item.id);
      if (hit) return { hit };
    }
    return { hit: null };
  }, [item.id, item.isOpen, shownEnvironment]);
  return (
    <WhenLoaded query={query}>
      {({ hit }) =>
        hit === null ? null : (
          <>
            <Comparison hit={hit} />
            <Entry hit={hit} />
            <Similarity hit={hit} />
            <EarlierDecisions hit={hit} />
            <DecisionOnRecord hit={hit} />
            <Decide isOpen={item.isOpen && hit.status === 'pending'} choices={listChoices(hit)} />
          </>
        )
      }
    </WhenLoaded>
  );
}

const RESULTS = {
  agrees: 'Agrees',
  similar: 'Similar',
  differs: 'Differs',
  not_stated: 'Not stated',
};
/** Colours of the results. Agreeing fields have the colour of an alarm. */
const TONES = { agrees: 'attention', similar: 'review', differs: 'normal', not_stated: 'none' };

function Comparison({ hit }: { readonly hit: Hit }) {
  const subjectLabel = hit.subject === 'customer' ? 'Our customer' : 'The external party';
  return (
    <Card title="Is it the same one?">
      <p class="figure">
        {hit.screenedName} <span class="quiet">beside</span> {hit.name}
      </p>
      {hit.entry === null ? (
        <p class="bad">The list does not have this entry any more, so nothing can be compared.</p>
      ) : (
        <Table
          caption={`${subjectLabel} beside the entry, field by field`}
          emptyText="Nothing."
          rows={hit.comparison}
          columns={[
            { name: 'Field', cell: ({ field }) => formatCode(field) },
            { name: subjectLabel, cell: ({ ours }) => <Stated values={ours} /> },
            { name: 'Entry of the list', cell: ({ theirs }) => <Stated values={theirs} /> },
            {
              name: 'Result',
              cell: ({ result, detail }) => (
                <div>
                  <Badge value={TONES[result]} text={RESULTS[result]} />{' '}
                  <span class="quiet">{detail}</span>
                </div>
              ),
            },
          ]}
        />
      )}
      <Facts
        facts={[
          hit.subject === 'customer'
            ? ['Customer', <Id id={hit.customerId} />]
            : ['Customer who pays or is paid', <CustomerName hit={hit} />],
          hit.transactionId ? ['First payment', <Id id={hit.transactionId} />] : null,
          ['Found', <Time at={hit.createdAt} />],
        ]}
      />
    </Card>
  );
}

function CustomerName({ hit: { customer, customerId } }: { readonly hit: Hit }) {
  return (
    <>
      {customer?.name ?? ''} <Id id={customerId} />
    </>
  );
}

/** An entry may have many names: the first ones are shown, the others are folded. */
const MAX_SHOWN = 6;

function Stated({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return <span class="quiet">Not stated</span>;
  const [first, rest] = [values.slice(0, MAX_SHOWN), values.slice(MAX_SHOWN)];
  return (
    <>
      {first.map((value) => (
        <div key={value}>{formatCode(value)}</div>
      ))}
      {rest.length === 0 ? null : (
        <details>
          <summary>{rest.length} more</summary>
          {rest.map((value) => (
            <div key={value}>{value}</div>
          ))}
        </details>
      )}
    </>
  );
}

function Entry({ hit }: { readonly hit: Hit }) {
  const { entry } = hit;
  return (
    <Card title="List entry">
      <Facts
        facts={[
          ['List', entry === null ? hit.list : entry.title],
          ['Published by', entry?.source],
          ['List as of', entry?.listAsOf ?? hit.listAsOf],
          ['Fetched', entry === null ? null : <Time at={entry.listRetrievedAt} />],
          ['Entry', <span class="id">{hit.entityId}</span>],
          ['Programmes', hit.programs.join(', ')],
          ['Remarks', entry?.remarks ?? 'The file of the list has none for this entry.'],
          entry?.url
            ? [
                'At the publisher',
                <a href={entry.url} target="_blank" rel="noreferrer noopener">
                  Open the entry
                </a>,
              ]
            : null,
        ]}
      />
    </Card>
  );
}

const SECOND_FIELDS = ['date_of_birth', 'country', 'type'];

function Similarity({ hit }: { readonly hit: Hit }) {
  const names = hit.features.filter(({ name }) => !SECOND_FIELDS.includes(name));
  const adjustedFeatures = hit.features.filter(({ name }) => SECOND_FIELDS.includes(name));
  return (
    <Card title="Similarity of the names">
      <p class="figure">{formatNumber(hit.score)} of 1</p>
      <Bars
        max={1}
        bars={names.map(({ name, score }) => ({ label: featureLabel(name), value: score }))}
      />
      {adjustedFeatures.map(({ name, score }) => (
        <p key={name} class="quiet">
          {formatCode(name)}{' '}
          {score > 0
            ? `agrees and adds ${formatNumber(score)}`
            : `differs and takes ${formatNumber(-score)}`}
          .
        </p>
      ))}
    </Card>
  );
}

/** Returns the label of a feature, such as `word:nicolas=nicolas`, for people. */
function featureLabel(name: string): string {
  const [, field, listed] = /^word:(.+)=(.+)$/.exec(name) ?? [];
  if (field === undefined) return formatCode(name);
  return field === listed ? `“${field}” is the same word` : `“${field}” beside “${listed}”`;
}

const DECISIONS = { no_hit: 'Different person', confirmed_hit: 'Same person' };

function EarlierDecisions({ hit }: { readonly hit: Hit }) {
  return (
    <Card title="Earlier decisions about this entry">
      <Table
        caption="Earlier decisions about the same entry"
        emptyText="Nobody has decided about this entry yet."
        rows={hit.decidedBefore}
        columns={[
          {
            name: 'Name',
            cell: ({ screenedName, hitId }) => (
              <>
                {screenedName} <Id id={hitId} />
              </>
            ),
          },
          {
            name: 'Decision',
            cell: ({ decision }) => <Badge value={decision} text={DECISIONS[decision]} />,
          },
          { name: 'By', cell: ({ decidedBy }) => <Person id={decidedBy} /> },
          { name: 'Reason', cell: ({ reason }) => reason },
          { name: 'At', cell: ({ decidedAt }) => <Time at={decidedAt} /> },
        ]}
      />
    </Card>
  );
}

function DecisionOnRecord({ hit: { decision, status, updatedAt } }: { readonly hit: Hit }) {
  if (decision === null) return null;
  return (
    <Card title="Decision on record">
      <Facts
        facts={[
          ['Status', <Badge value={status} />],
          ['By', <Person id={decision.by} />],
          ['Reason', decision.reason],
          ['At', <Time at={updatedAt} />],
        ]}
      />
    </Card>
  );
}

/** The possible decisions about a hit. */
function listChoices(hit: Hit): Choice[] {
  const act = (decision: 'no_hit' | 'confirmed_hit') => (_: FormData, reason: string) =>
    bank.decideScreeningHit({
      hitId: hit.id,
      body: { environment: environment.value, decision, reason },
    });
  const choices: Choice[] = [
    {
      key: 'no_hit',
      shortcut: 'n',
      label: 'Different person: no hit',
      successText: 'Recorded: no hit.',
      run: act('no_hit'),
    },
    {
      key: 'confirmed_hit',
      shortcut: 's',
      label: 'Same person: confirm the hit',
      isDanger: true,
      successText: 'The hit is confirmed.',
      run: act('confirmed_hit'),
    },
  ].filter(() => may('decideScreeningHit'));
  if (hit.subject === 'external_party' && may('clearScreeningForAll')) {
    choices.push({
      key: 'clear_for_all',
      label: 'Different person: clear the name for all customers',
      successText: 'A second operator has to agree, unless you are the second one.',
      children: (error) => (
        <Field
          label="Valid for days"
          name="validForDays"
          error={error}
          help="Leave empty for the default of this bank."
        >
          {(props) => <input {...props} type="number" min={1} />}
        </Field>
      ),
      run: (form, reason) => {
        const days = String(form.get('validForDays') ?? '').trim();
        const validity = days === '' ? {} : { validForDays: Number(days) };
        const body = { environment: environment.value, hitId: hit.id, reason, ...validity };
        return bank.clearScreeningForAll({ body });
      },
    });
  }
  return choices;
}
