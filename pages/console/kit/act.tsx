// Forms of acts: fields and a reason, the bank's error messages beside their fields, and a notice
// on success.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { describeError, findFieldFault } from './faults.ts';
import { ownChanges } from './load.tsx';

const notice = signal<{ text: string; isBad: boolean } | null>(null);
let hideTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message at the edge of the page for a few seconds. */
export function showMessage(text: string, isBad = false): void {
  clearTimeout(hideTimer);
  notice.value = { text, isBad };
  hideTimer = setTimeout(() => {
    notice.value = null;
  }, 8_000);
}

export function Notice() {
  const text = notice.value;
  return (
    <div role="status" class={`notice ${text?.isBad ? 'bad' : ''}`}>
      {text?.text}
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly error: unknown;
  readonly help?: string;
  readonly children: (props: {
    readonly id: string;
    readonly name: string;
    readonly 'aria-describedby': string;
    readonly 'aria-invalid': boolean;
  }) => ComponentChildren;
}

let fieldCount = 0;

/** A field with its label and the bank's error message about it. */
export function Field({ label, name, error, help, children }: FieldProps) {
  const [id] = useState(() => {
    fieldCount += 1;
    return `field-${fieldCount}`;
  });
  const fault = findFieldFault(error, name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, name, 'aria-describedby': `${id}-says`, 'aria-invalid': fault !== null })}
      <p id={`${id}-says`} class={fault === null ? 'quiet' : 'bad'}>
        {fault ?? help ?? ''}
      </p>
    </div>
  );
}

interface ActProps {
  /** The button's text. */
  readonly label: string;
  readonly isDanger?: boolean;
  /** The notice on success, or a function that chooses it by the bank's answer. */
  readonly successText: string | ((answer: unknown) => string);
  readonly needsReason?: boolean;
  /** Label of the reason field. */
  readonly reasonLabel?: string;
  readonly children?: (error: unknown) => ComponentChildren;
  run(form: FormData, reason: string): Promise<unknown>;
  onDone?(): void;
  onCancel?(): void;
}

/** A form that sends an act. When the bank refuses it, the form keeps its content. */
export function Act(props: ActProps) {
  const { label, isDanger = false, successText, needsReason = true, children, run, onDone } = props;
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A layout effect: after the next frame the focus would leave a field that is already in use.
  useLayoutEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('textarea, input, select');
    if (props.onCancel) first?.focus();
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || form.current === null) return;
    const data = new FormData(form.current);
    setBusy(true);
    try {
      const answer = await run(data, String(data.get('reason') ?? '').trim());
      setError(null);
      form.current?.reset();
      showMessage(typeof successText === 'string' ? successText : successText(answer));
      onDone?.();
      ownChanges.value += 1;
    } catch (fault) {
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)}>
      {children?.(error)}
      {needsReason ? (
        <Field label={props.reasonLabel ?? 'Reason'} name="reason" error={error}>
          {(props) => <textarea {...props} maxLength={500} required />}
        </Field>
      ) : null}
      {error === null ? null : (
        <p class="bad" role="alert">
          {describeError(error)}
        </p>
      )}
      <div class="row">
        <button type="submit" class={isDanger ? 'danger' : ''} disabled={isBusy}>
          {label}
        </button>
        {props.onCancel ? (
          <button type="button" class="second" onClick={props.onCancel}>
            Back
          </button>
        ) : null}
      </div>
    </form>
  );
}

export interface Choice {
  readonly key: string;
  /** The second key of its shortcut, after `d`. */
  readonly shortcut?: string;
  readonly label: string;
  readonly isDanger?: boolean;
  readonly successText: ActProps['successText'];
  readonly needsReason?: boolean;
  /** True when the item stays open after this choice. */
  readonly staysOpen?: boolean;
  readonly children?: ActProps['children'];
  run(form: FormData, reason: string): Promise<unknown>;
}

/** Text after an act that may need a second operator: whether it was done or only requested. */
export const doneOrRequested = (successText: string) => (answer: unknown) =>
  (answer as { readonly object?: unknown } | null)?.object === 'approval'
    ? 'Requested: a second operator has to agree.'
    : successText;

interface ChoicesProps {
  readonly choices: readonly Choice[];
  readonly choice: string | null;
  choose(key: string | null): void;
  /** True when all buttons look alike, so that none suggests itself. */
  readonly isUniform?: boolean;
  /** Called with the choice that was carried out. */
  onDone?(choice: Choice): void;
}

/** Several acts: the person chooses one, then gives its reason. */
export function Choices({ choices, choice, choose, isUniform = false, onDone }: ChoicesProps) {
  const open = choices.find(({ key }) => key === choice);
  if (open) {
    return (
      <div>
        <h3>{open.label}</h3>
        <Act
          key={open.key}
          label={open.label}
          isDanger={open.isDanger ?? false}
          successText={open.successText}
          needsReason={open.needsReason ?? true}
          {...(open.children ? { children: open.children } : {})}
          run={open.run}
          onDone={() => {
            choose(null);
            onDone?.(open);
          }}
          onCancel={() => choose(null)}
        />
      </div>
    );
  }
  return (
    <div class="row">
      {choices.map(({ key, label, isDanger, shortcut }) => (
        <button
          key={key}
          type="button"
          class={isUniform ? 'second' : isDanger ? 'danger' : ''}
          onClick={() => choose(key)}
        >
          {label} {shortcut ? <kbd>d {shortcut}</kbd> : null}
        </button>
      ))}
    </div>
  );
}
