// Keyboard shortcuts of the console and of the shown page, and the help that lists them.

import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface Shortcut {
  readonly keys: string;
  readonly does: string;
  run(): void;
}

const shortcuts = signal<readonly Shortcut[]>([]);
const isListShown = signal(false);

/** Adds shortcuts for as long as the component is shown. */
export function useKeys(
  ownShortcuts: readonly Shortcut[],
  dependencies: readonly unknown[] = [],
): void {
  // A layout effect: an ordinary one waits for the next frame, and a key until then would be lost.
  useLayoutEffect(() => {
    shortcuts.value = [...ownShortcuts, ...shortcuts.value];
    return () => {
      shortcuts.value = shortcuts.value.filter((shortcut) => !ownShortcuts.includes(shortcut));
    };
  }, [...dependencies]);
}

/** Returns true when keys typed into the target are text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

let previousKey = '';

document.addEventListener('keydown', (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
  // Enter on a link or a button activates it, and is no shortcut.
  if (event.key === 'Enter' && (event.target as Element | null)?.closest?.('a, button, summary')) {
    return;
  }
  if (event.key === '?') {
    event.preventDefault();
    isListShown.value = true;
    return;
  }
  const bothKeys = `${previousKey} ${event.key}`;
  const shortcut =
    shortcuts.value.find(({ keys }) => keys === bothKeys) ??
    shortcuts.value.find(({ keys }) => keys === event.key);
  previousKey = shortcut ? '' : event.key;
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
});

/** The list of keyboard shortcuts; `?` opens it. */
export function KeyboardHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isListShown.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const close = () => {
    isListShown.value = false;
  };
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Does</th>
          </tr>
        </thead>
        <tbody>
          {shortcuts.value.map(({ keys, does }) => (
            <tr key={keys}>
              <td>
                <kbd>{keys}</kbd>
              </td>
              <td>{does}</td>
            </tr>
          ))}
          <tr>
            <td>
              <kbd>?</kbd>
            </td>
            <td>Shows this list</td>
          </tr>
        </tbody>
      </table>
      <p />
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
