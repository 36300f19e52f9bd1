// Text to be copied, and secrets that are shown once.

import { useRef, useState } from 'preact/hooks';

const COPIED = 'Copied to the clipboard.';

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
    say(isCopied ? COPIED : 'Selected: copy it with the keyboard.');
  };
  return (
    <section class="copyable" aria-label={label}>
      <pre ref={place}>{text}</pre>
      <button
        type="button"
        class="second copy"
        aria-label={`Copy: ${label}`}
        onClick={() => void copy()}
      >
        {said === COPIED ? 'Copied' : 'Copy'}
      </button>
      <span role="status">{said}</span>
    </section>
  );
}

interface OnceProps {
  readonly title: string;
  readonly secrets: readonly (readonly [label: string, text: string])[];
  /** Label of the button. */
  readonly done?: string;
  close(): void;
}

/** Secrets that no page shows again. */
export function Once({ title, secrets, done = 'I have stored it', close }: OnceProps) {
  return (
    <section class="card once" aria-label={title}>
      <h2>{title}</h2>
      <p>Store it now: the bank keeps only a hash and does not show it again.</p>
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
