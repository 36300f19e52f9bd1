// Text to be copied, and secrets that are shown once.

import { useRef, useState } from 'preact/hooks';

const COPIED_MESSAGE = 'Copied to the clipboard.';

/** Text with a button that copies it; where the browser forbids that, the text is selected. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  const textElement = useRef<HTMLPreElement>(null);
  const [notice, setNotice] = useState('');
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    if (!isCopied && textElement.current) getSelection()?.selectAllChildren(textElement.current);
    setNotice(isCopied ? COPIED_MESSAGE : 'Selected: copy it with the keyboard.');
  };
  return (
    <section class="copyable" aria-label={label}>
      <pre ref={textElement}>{text}</pre>
      <button
        type="button"
        class="second copy"
        aria-label={`Copy: ${label}`}
        onClick={() => void copy()}
      >
        {notice === COPIED_MESSAGE ? 'Copied' : 'Copy'}
      </button>
      <span role="status">{notice}</span>
    </section>
  );
}

interface ShownOnceProps {
  readonly title: string;
  readonly secrets: readonly (readonly [label: string, text: string])[];
  /** Label of the button. */
  readonly buttonLabel?: string;
  close(): void;
}

/** Secrets that no page shows again. */
export function ShownOnce({
  title,
  secrets,
  buttonLabel = 'I have stored it',
  close,
}: ShownOnceProps) {
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
        {buttonLabel}
      </button>
    </section>
  );
}
