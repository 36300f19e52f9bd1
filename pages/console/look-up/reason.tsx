// The reason to read personal data: asked once, sent with each read, kept in the audit log.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** Null until a reason is given. */
export const readReason = signal<string | null>(null);

/** Shows its children once a reason is given. */
export function WithReason({
  children,
}: {
  readonly children: (reason: string) => ComponentChildren;
}) {
  const reason = readReason.value;
  if (reason !== null) {
    return (
      <>
        <p class="quiet">
          Access is recorded in the audit log. Reason: {reason}{' '}
          <button
            type="button"
            class="link"
            onClick={() => {
              readReason.value = null;
            }}
          >
            Change
          </button>
        </p>
        {children(reason)}
      </>
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget as HTMLFormElement).get('why');
    readReason.value = String(reason ?? '').trim() || null;
  };
  return (
    <form class="card" onSubmit={submit}>
      <label for="why">Reason for access</label>
      <input id="why" name="why" required maxLength={200} autofocus aria-describedby="why-help" />
      <p id="why-help" class="quiet">
        For example “Customer called, ticket 4711”. It is recorded in the audit log with each
        access.
      </p>
      <button type="submit">Continue</button>
    </form>
  );
}
