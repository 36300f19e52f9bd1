// A form in which an invited operator exchanges the code for a key. The key is shown once.

import { useState } from 'preact/hooks';
import { describeError } from '../kit/faults.ts';
import { bank } from './bank.ts';

export function Claim() {
  const [key, setKey] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('code');
    if (!(field instanceof HTMLInputElement)) return;
    try {
      const invitationCode = field.value.trim();
      const { apiKey } = await bank.claimOperatorKey({ body: { invitationCode } });
      setKey(apiKey);
      setError(null);
    } catch (fault) {
      setError(fault);
    }
  };
  if (key !== null) {
    return (
      <section class="card" aria-label="Your new key">
        <p>Your operator key. Keep it: the bank does not show it again.</p>
        <p>
          <code class="id">{key}</code>
        </p>
      </section>
    );
  }
  return (
    <details>
      <summary>I have an invitation code</summary>
      <form onSubmit={(event) => void submit(event)}>
        <label for="code">Invitation code</label>
        <input
          id="code"
          name="code"
          required
          autocomplete="off"
          spellcheck={false}
          aria-invalid={error !== null}
        />
        {error === null ? null : (
          <p class="bad" role="alert">
            {describeError(error)}
          </p>
        )}
        <button type="submit">Show my key</button>
      </form>
    </details>
  );
}
