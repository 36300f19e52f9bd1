// Where an operator shows the key, once.

import { signal } from '@preact/signals';
import { farewell, signIn } from './session.ts';

const fault = signal<string | null>(null);
const isBusy = signal(false);

async function submit(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const field = (event.currentTarget as HTMLFormElement).elements.namedItem('key');
  if (!(field instanceof HTMLInputElement)) return;
  isBusy.value = true;
  fault.value = await signIn(field.value.trim());
  field.value = '';
  isBusy.value = false;
  if (fault.value !== null) field.focus();
}

export function SignIn() {
  return (
    <main class="sign-in">
      <h1>Kontor console</h1>
      <p>For the people of the bank. Your operator key opens a session in this browser.</p>
      {farewell.value === null ? null : <p role="status">{farewell.value}</p>}
      <form onSubmit={submit}>
        <label for="key">Operator key</label>
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
          It starts with <code>op_</code>. The browser keeps a cookie, not the key. The session ends
          after 30 minutes without use.
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
      <p>
        <a href="/">About this bank</a>
      </p>
    </main>
  );
}
