// A form in which an operator enters a key, once.

import { useSignal } from '@preact/signals';

interface SignInProps {
  readonly label: string;
  /** Prefix of the key. */
  readonly prefix: string;
  /** Returns null on success, otherwise the bank's error message. */
  signIn(key: string): Promise<string | null>;
}

export function SignInForm({ label, prefix, signIn }: SignInProps) {
  const fault = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('key');
    if (!(field instanceof HTMLInputElement)) return;
    isBusy.value = true;
    fault.value = await signIn(field.value.trim());
    field.value = '';
    isBusy.value = false;
    if (fault.value !== null) field.focus();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <label for="key">{label}</label>
      <input
        id="key"
        name="key"
        type="password"
        autocomplete="off"
        spellcheck={false}
        required
        autofocus
        aria-describedby="key-help"
        aria-invalid={fault.value !== null}
      />
      <p id="key-help" class="quiet">
        It starts with <code>{prefix}</code>. The browser keeps a cookie, not the key. The session
        ends after 30 minutes without use.
      </p>
      {fault.value === null ? null : (
        <p class="bad" role="alert">
          {fault.value}
        </p>
      )}
      <button type="submit" disabled={isBusy.value}>
        Sign in
      </button>
    </form>
  );
}
