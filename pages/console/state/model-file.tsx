// The file of one model: its owner and purpose, validations, findings, and the entries that the
// roles allow to write. The owner of a model may not validate it: the bank refuses, and the refusal
// is shown beside the form.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Act, type Choice, Choices, Field } from '../kit/act.tsx';
import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Badge, Card, Facts, Id, Table, Time } from '../kit/show.tsx';
import { formatCode } from '../kit/text.ts';
import { Person } from '../people/person.tsx';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';
import { may, me } from '../shell/session.ts';

type ModelFile = Schemas['ModelInventory'];
type Entry = NonNullable<ModelFile['entry']>;
type Validation = ModelFile['validations'][number];
type Finding = ModelFile['findings'][number];

const LEVELS = ['high', 'medium', 'low'] as const;
const OUTCOMES = ['fit', 'fit_with_conditions', 'unfit'] as const;
const SERIOUS_WARNINGS = new Set<string>([
  'validation_unfit',
  'performance_decayed',
  'version_expired',
]);

export function openFindings({ findings }: ModelFile): readonly Finding[] {
  return findings.filter(({ closedAt }) => closedAt === null);
}

export function Warnings({ warnings }: { readonly warnings: ModelFile['warnings'] }) {
  if (warnings.length === 0) return <Badge value="ok" text="Nothing" />;
  return (
    // One element: on a phone a cell sets its children side by side.
    <span>
      {warnings.map((alarm) => (
        <span key={alarm}>
          <Badge
            value={SERIOUS_WARNINGS.has(alarm) ? 'attention' : 'requested'}
            text={formatCode(alarm)}
          />{' '}
        </span>
      ))}
    </span>
  );
}

export function ModelFilePage({ id }: { readonly id: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getModelInventory({ modelId: id, environment: shownEnvironment }),
    [id, shownEnvironment],
    {
      isLive: true,
    },
  );
  return (
    <>
      <h1>Model record</h1>
      <WhenLoaded query={query}>
        {(file) => (
          <>
            <About file={file} />
            <Findings file={file} />
            <Validations file={file} />
            <div class="cards wide">
              <Acts file={file} />
            </div>
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function About({ file }: { readonly file: ModelFile }) {
  const { serving, entry } = file;
  return (
    <Card title={file.name}>
      <Facts
        facts={[
          ['Model', <span class="id">{file.id}</span>],
          ['Task', formatCode(file.task)],
          file.isOfTheBank
            ? ['Owner of the model', 'the bank']
            : ['Developer', <Id id={file.developerId} />],
          ['Warnings', <Warnings warnings={file.warnings} />],
          ['Decides', serving ? <Id id={serving.versionId} /> : 'no version'],
          serving ? ['Version', serving.version] : null,
          serving ? ['Expires', <Time at={serving.expiresAt} />] : null,
          ['Revalidate by', <Time at={file.revalidateBy} />],
          ['Owner', <Person id={entry?.owner} />],
          ['Purpose', entry?.purpose ?? null],
          entry ? ['Materiality', <Badge value={entry.materiality} />] : null,
          entry ? ['Entered by', <Person id={entry.enteredBy} />] : null,
          entry ? ['Entered', <Time at={entry.enteredAt} />] : null,
        ]}
      />
      {entry === null ? <p class="quiet">Owner and materiality are not recorded yet.</p> : null}
    </Card>
  );
}

function Validations({ file }: { readonly file: ModelFile }) {
  return (
    <Card title="Validations">
      <Table<Validation>
        caption="Validations"
        emptyText="Not validated yet."
        rows={file.validations}
        columns={[
          { name: 'Version', cell: ({ version }) => version },
          {
            name: 'Outcome',
            cell: ({ outcome }) => (
              <Badge value={outcome === 'unfit' ? 'fail' : 'pass'} text={formatCode(outcome)} />
            ),
          },
          { name: 'Summary', cell: ({ summary }) => summary },
          { name: 'By', cell: ({ validator }) => <Person id={validator} /> },
          { name: 'Time', cell: ({ validatedAt }) => <Time at={validatedAt} /> },
          { name: 'Revalidate by', cell: ({ revalidateBy }) => <Time at={revalidateBy} /> },
        ]}
      />
    </Card>
  );
}

function Findings({ file }: { readonly file: ModelFile }) {
  return (
    <Card title="Findings">
      <Table<Finding>
        caption="Findings"
        emptyText="No findings."
        rows={file.findings}
        columns={[
          { name: 'Severity', cell: ({ severity }) => <Badge value={severity} /> },
          { name: 'Finding', cell: ({ finding }) => finding },
          { name: 'Version', cell: ({ version }) => version ?? 'all' },
          { name: 'Due', cell: ({ dueAt }) => <Time at={dueAt} /> },
          { name: 'State', cell: (row) => <FindingState modelId={file.id} finding={row} /> },
        ]}
      />
    </Card>
  );
}

interface FindingStateProps {
  readonly modelId: string;
  readonly finding: Finding;
}

function FindingState({ modelId, finding }: FindingStateProps) {
  const [choice, choose] = useState<string | null>(null);
  if (finding.closedAt !== null) {
    return (
      <>
        <Badge value="closed" /> {finding.resolution}
      </>
    );
  }
  if (!may('closeModelFinding')) return <Badge value="open" />;
  const close: Choice = {
    key: 'close',
    label: 'Close',
    successText: 'The finding is closed.',
    run: (_, reason) => {
      const body = { environment: environment.value, reason };
      return bank.closeModelFinding({ modelId, findingId: finding.id, body });
    },
  };
  return <Choices choices={[close]} choice={choice} choose={choose} />;
}

/** Forms that write into the file. */
function Acts({ file }: { readonly file: ModelFile }) {
  const { serving, isOfTheBank } = file;
  return (
    <>
      {may('recordModelValidation') && serving && file.entry ? (
        <ValidationForm modelId={file.id} versionId={serving.versionId} />
      ) : null}
      {may('openModelFinding') ? <FindingForm file={file} /> : null}
      {may('setModelInventory') && isOfTheBank ? (
        <EntryForm modelId={file.id} entry={file.entry} />
      ) : null}
    </>
  );
}

const readText = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
/** Returns the beginning of the entered day, in UTC. */
const readDay = (form: FormData, name: string) => `${readText(form, name)}T00:00:00Z`;

function pickOption<T extends string>(all: readonly T[], value: string): T {
  const option = all.find((option) => option === value);
  if (option === undefined) throw new Error(`no choice has the name ${value}`);
  return option;
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly name: string;
  readonly error: unknown;
  readonly options: readonly string[];
  readonly value?: string | undefined;
}

function ChoiceField({ options, value, ...field }: ChoiceFieldProps): ComponentChildren {
  return (
    <Field {...field}>
      {(props) => (
        <select {...props}>
          {options.map((option) => (
            <option key={option} value={option} selected={option === value}>
              {formatCode(option)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ValidationProps {
  readonly modelId: string;
  readonly versionId: string;
}

function ValidationForm({ modelId, versionId }: ValidationProps) {
  const run = (form: FormData, reason: string) => {
    const outcome = pickOption(OUTCOMES, readText(form, 'outcome'));
    const revalidateBy = readDay(form, 'revalidateBy');
    const body = { environment: environment.value, versionId, outcome, revalidateBy, reason };
    return bank.recordModelValidation({ modelId, body });
  };
  return (
    <Card title="Validate the serving version">
      <Act
        label="Record the validation"
        successText="The validation is recorded."
        reasonLabel="Summary"
        run={run}
      >
        {(error) => (
          <>
            <ChoiceField label="Outcome" name="outcome" error={error} options={OUTCOMES} />
            <Field label="Revalidate by" name="revalidateBy" error={error}>
              {(props) => <input {...props} type="date" required />}
            </Field>
          </>
        )}
      </Act>
    </Card>
  );
}

function FindingForm({ file }: { readonly file: ModelFile }) {
  const run = (form: FormData, reason: string) => {
    const body = {
      environment: environment.value,
      severity: pickOption(LEVELS, readText(form, 'severity')),
      finding: readText(form, 'finding'),
      dueAt: readDay(form, 'dueAt'),
      ...(form.has('isOfVersion') && file.serving ? { versionId: file.serving.versionId } : {}),
      reason,
    };
    return bank.openModelFinding({ modelId: file.id, body });
  };
  return (
    <Card title="New finding">
      <Act label="Add the finding" successText="The finding is recorded." run={run}>
        {(error) => (
          <>
            <Field label="Finding" name="finding" error={error}>
              {(props) => <textarea {...props} maxLength={2_000} required />}
            </Field>
            <ChoiceField label="Severity" name="severity" error={error} options={LEVELS} />
            <Field label="Due" name="dueAt" error={error}>
              {(props) => <input {...props} type="date" required />}
            </Field>
            {file.serving ? (
              <label class="tick">
                <input type="checkbox" name="isOfVersion" defaultChecked /> only for version{' '}
                {file.serving.version}
              </label>
            ) : null}
          </>
        )}
      </Act>
    </Card>
  );
}

interface EntryProps {
  readonly modelId: string;
  readonly entry: Entry | null;
}

function EntryForm({ modelId, entry }: EntryProps) {
  const run = (form: FormData, reason: string) => {
    const body = {
      environment: environment.value,
      ownerId: readText(form, 'ownerId'),
      purpose: readText(form, 'purpose'),
      materiality: pickOption(LEVELS, readText(form, 'materiality')),
      reason,
    };
    return bank.setModelInventory({ modelId, body });
  };
  const ownId = me.value?.id ?? '';
  return (
    <Card title="Owner and materiality">
      <Act label="Save" successText="The entry is recorded." run={run}>
        {(error) => (
          <>
            <Field
              label="Owner"
              name="ownerId"
              error={error}
              help={`Id of an operator; yours is ${ownId}. An owner never validates the model.`}
            >
              {(field) => <input {...field} required defaultValue={entry?.owner ?? ownId} />}
            </Field>
            <Field label="Purpose" name="purpose" error={error}>
              {(field) => (
                <textarea {...field} maxLength={2_000} required defaultValue={entry?.purpose} />
              )}
            </Field>
            <ChoiceField
              label="Materiality"
              name="materiality"
              error={error}
              options={LEVELS}
              value={entry?.materiality}
            />
          </>
        )}
      </Act>
    </Card>
  );
}
