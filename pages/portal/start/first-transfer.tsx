// The first transfer, guided: each step as code to copy, and a button that does it here.

import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import {
  type Call,
  LANGUAGES,
  type Language,
  renderCall,
  renderPrelude,
} from '../../../api/docs/samples.ts';
import { describeError } from '../../console/kit/faults.ts';
import { Badge, Card } from '../../console/kit/show.tsx';
import { Copyable } from '../kit/copy.tsx';
import { bank } from '../shell/bank.ts';
import { pathTo } from '../shell/router.ts';
import { isSandbox, may, signedIn } from '../shell/session.ts';
import { type CreatedIds, STEPS, type Step } from './steps.ts';

const language = signal<Language>('curl');
const created = signal<CreatedIds>({});
const answers = signal<Readonly<Record<string, object>>>({});

const REQUIRED_SCOPES = [
  'customers:write',
  'accounts:write',
  'accounts:read',
  'transactions:write',
];

export function StartPage() {
  const canRun = isSandbox.value && REQUIRED_SCOPES.every(may);
  const address = signedIn.value?.address ?? location.origin;
  const doneCount = STEPS.filter(({ key }) => answers.value[key]).length;
  return (
    <>
      <h1>The first transfer</h1>
      <p>
        Six requests, from an empty sandbox to a posted transfer.{' '}
        {canRun
          ? 'Copy each one into your program, or run it here; ids carry over to the next step.'
          : 'Copy each one into your program. This key cannot run them here.'}
      </p>
      <LanguageChoice />
      <Card title="Set up">
        <p>
          Sets the address of the bank and your API key. Keep the key in the environment, not in
          code.{' '}
          {language.value === 'typescript' ? 'The client is packages/client of this bank.' : null}
        </p>
        <Copyable
          text={renderPrelude(language.value, address)}
          label={`Beginning in ${language.value}`}
        />
      </Card>
      {STEPS.map((step, index) => (
        <StepCard
          key={step.key}
          step={step}
          number={index + 1}
          canRun={canRun && index <= doneCount}
        />
      ))}
      {doneCount === STEPS.length ? <DoneCard /> : null}
    </>
  );
}

function LanguageChoice() {
  return (
    <fieldset class="tabs">
      <legend class="sr">Language of the examples</legend>
      {LANGUAGES.map(([value, name]) => (
        <label key={value}>
          <input
            type="radio"
            name="language"
            value={value}
            checked={language.value === value}
            onChange={() => {
              language.value = value;
            }}
          />{' '}
          {name}
        </label>
      ))}
    </fieldset>
  );
}

interface StepProps {
  readonly step: Step;
  readonly number: number;
  readonly canRun: boolean;
}

function StepCard({ step: { key, title, explanation, buildCall }, number, canRun }: StepProps) {
  const [fault, setFault] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const answer = answers.value[key];
  const run = async () => {
    setBusy(true);
    try {
      storeStep(key, await send(buildCall(beginRun())));
      setFault(null);
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={`${number}. ${title}`}>
      <p>{explanation}</p>
      <Copyable
        text={renderCall(language.value, buildCall(created.value))}
        label={`Step ${number}`}
      />
      {canRun && !answer ? (
        <button type="button" disabled={isBusy} onClick={() => void run()}>
          Run step {number}
        </button>
      ) : null}
      {fault === null ? null : (
        <p class="bad" role="alert">
          {describeError(fault)}
        </p>
      )}
      {answer ? <Answer number={number} answer={answer} /> : null}
    </Card>
  );
}

/** Gives each run its own idempotency keys, so that a second run makes new payments. */
function beginRun(): CreatedIds {
  if (!created.value.run) {
    const run = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '1';
    created.value = { ...created.value, run };
  }
  return created.value;
}

async function send({ operation, parameters, body, idempotencyKey }: Call): Promise<object> {
  const example = { ...parameters, ...(body ? { body } : {}) };
  const options = idempotencyKey ? { idempotencyKey } : {};
  const answer = await bank.request(operation as 'createCustomer', example as never, options);
  return answer.json();
}

function storeStep(key: string, answer: object): void {
  const id = 'id' in answer ? String(answer.id) : '';
  created.value = { ...created.value, [key]: id };
  answers.value = { ...answers.value, [key]: answer };
}

function Answer({ number, answer }: { readonly number: number; readonly answer: object }) {
  const status = 'status' in answer ? String(answer.status) : 'created';
  return (
    <details open>
      <summary>
        Response <Badge value={status} />
      </summary>
      <section aria-label={`Answer to step ${number}`}>
        <pre>{JSON.stringify(answer, null, 2)}</pre>
      </section>
    </details>
  );
}

function DoneCard() {
  const restart = () => {
    created.value = {};
    answers.value = {};
  };
  return (
    <Card title="Done: money has moved">
      <p>
        Look at <a href={pathTo('events')}>the events</a> and{' '}
        <a href={pathTo('requests')}>the requests</a> of this transfer, or let{' '}
        <a href={pathTo('webhooks')}>a webhook endpoint</a> receive the next ones.
      </p>
      <button type="button" class="second" onClick={restart}>
        Start over
      </button>
    </Card>
  );
}
