// The picture of a document: asked for with the session and the reason, as each look is in the
// audit log, and shown from the memory of the page. The bank made the picture anew from the pixels
// of what was uploaded, so it is a JPEG whatever that was.

import { useEffect, useState } from 'preact/hooks';
import { wordsOf } from '../kit/faults.ts';
import { lookReason } from '../look-up/reason.tsx';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';

interface DocumentImageProps {
  readonly fileId: string;
  /** What it shows, for readers who do not see it. */
  readonly label: string;
}

/** True of an image that the bank keeps; a developer may name documents of its own, too. */
export function isKept(fileId: string): boolean {
  return fileId.startsWith('file_');
}

export function DocumentImage({ fileId, label }: DocumentImageProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => void (address === null ? null : URL.revokeObjectURL(address)), [address]);
  const loadImage = async () => {
    setBusy(true);
    try {
      const given = { kycFileId: fileId, environment: environment.value };
      const reason = lookReason.value ?? `The image ${fileId}`;
      const answer = await bank.request('getKycFileContent', given, { reason });
      const picture = new Blob([await answer.arrayBuffer()], { type: 'image/jpeg' });
      setAddress(URL.createObjectURL(picture));
      setError(null);
    } catch (fault) {
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  if (address !== null) {
    return (
      <figure>
        <img class="document" src={address} alt={label} />
        <figcaption class="quiet">
          {label}.{' '}
          <button type="button" class="link" onClick={() => setAddress(null)}>
            Hide
          </button>
        </figcaption>
      </figure>
    );
  }
  return (
    <>
      <button type="button" class="second" disabled={isBusy} onClick={() => void loadImage()}>
        Show the image
      </button>
      {error === null ? null : (
        <p class="bad" role="alert">
          {wordsOf(error)}
        </p>
      )}
    </>
  );
}
