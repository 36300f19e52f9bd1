// Text to be copied, and secrets that are shown once.

import { useRef, useState } from 'preact/hooks';

/** Text with a button that copies it; where the browser forbids that, the text is selected. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  const place = useRef<HTMLPreElement>(null);
  const [said, say] = useState('');
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (!isCopied && place.current) getSelection()?.selectAllChildren(place.current);
    say(isCopied ? 'Copied.' : 'Selected: copy it with the keyboard.');
  };
  return (
    <section class="copyable" aria-label={label}>
      <pre ref={place}>{text}</pre>
      <div class="row">
        <button
          type="button"
          class="second"
          aria-label={`Copy: ${label}`}
          onClick={() => void copy()}
        >
          Copy
        </button>
        <span role="status">{said}</span>
      </div>
    </section>
  );
}

interface OnceProps {
  readonly title: string;
  readonly secrets: readonly (readonly [label: string, text: string])[];
  /** What the button says. */
  readonly done?: string;
  close(): void;
}

/** Secrets that no page shows again. */
export function Once({ title, secrets, done = 'I have kept it', close }: OnceProps) {
  return (
    <section class="card once" aria-label={title}>
      <h2>{title}</h2>
      <p>The bank shows this once and keeps a hash alone. Store it now.</p>
      {secrets.map(([label, text]) => (
        <div key={label}>
          <h3>{label}</h3>
          <Copyable text={text} label={label} />
        </div>
      ))}
      <button type="button" onClick={close}>
        {done}
      </button>
    </section>
  );
}
