// The picture of a document. It is requested with the session and the reason, because each look is
// recorded in the audit log, and shown from the page's memory; it can be enlarged and turned. The
// bank rebuilt the picture from the pixels of the upload, so it is always a JPEG.

import { useEffect, useState } from 'preact/hooks';
import { describeError } from '../kit/faults.ts';
import { readReason } from '../look-up/reason.tsx';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';

interface DocumentImageProps {
  readonly fileId: string;
  /** Description of the picture, for readers who do not see it. */
  readonly label: string;
}

interface Picture {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

/** True for an image that the bank keeps; a developer may also name a file of its own. */
export function isKept(fileId: string): boolean {
  return fileId.startsWith('file_');
}

async function fetchPicture(fileId: string): Promise<Picture> {
  const order = { kycFileId: fileId, environment: environment.value };
  const reason = readReason.value ?? `The image ${fileId}`;
  const answer = await bank.request('getKycFileContent', order, { reason });
  const picture = new Blob([await answer.arrayBuffer()], { type: 'image/jpeg' });
  const { width, height } = await createImageBitmap(picture);
  return { address: URL.createObjectURL(picture), width, height };
}

export function DocumentImage({ fileId, label }: DocumentImageProps) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const address = picture?.address ?? null;
  useEffect(() => () => void (address === null ? null : URL.revokeObjectURL(address)), [address]);
  const loadImage = async () => {
    setBusy(true);
    try {
      setPicture(await fetchPicture(fileId));
      setError(null);
    } catch (fault) {
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  if (picture !== null) {
    return <Viewer picture={picture} label={label} hide={() => setPicture(null)} />;
  }
  return (
    <>
      <button type="button" class="second" disabled={isBusy} onClick={() => void loadImage()}>
        Show the image
      </button>
      {error === null ? null : (
        <p class="bad" role="alert">
          {describeError(error)}
        </p>
      )}
    </>
  );
}

interface ViewerProps {
  readonly picture: Picture;
  readonly label: string;
  hide(): void;
}

const QUARTERS = 4;
const STEP = 1.5;
const MIN_ZOOM = 0.1;
const MAX_ZOOM = 8;

/** Shows a picture. A null zoom fits it to the width of the page, at most in its own size. */
function Viewer({ picture: { address, width, height }, label, hide }: ViewerProps) {
  const [zoom, setZoom] = useState<number | null>(null);
  const [turns, setTurns] = useState(0);
  const isSideways = turns % 2 === 1;
  const [wide, high] = isSideways ? [height, width] : [width, height];
  const scale = (factor: number) =>
    setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, (zoom ?? 1) * factor)));
  return (
    <figure class="viewer">
      <div class="row">
        <button type="button" class="second" onClick={() => scale(STEP)}>
          Larger
        </button>
        <button type="button" class="second" onClick={() => scale(1 / STEP)}>
          Smaller
        </button>
        <button type="button" class="second" onClick={() => setZoom(1)}>
          Full size
        </button>
        <button type="button" class="second" onClick={() => setZoom(null)}>
          Fit
        </button>
        <button type="button" class="second" onClick={() => setTurns((turns + 1) % QUARTERS)}>
          Rotate
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard */}
      <section class="pane" tabIndex={0} aria-label={`${label}, to scroll`}>
        <svg
          class={zoom === null ? 'document fit' : 'document'}
          role="img"
          aria-label={label}
          viewBox={`0 0 ${wide} ${high}`}
          width={wide * (zoom ?? 1)}
          height={high * (zoom ?? 1)}
        >
          <g
            transform={`translate(${wide / 2} ${high / 2}) rotate(${turns * 90}) translate(${-width / 2} ${-height / 2})`}
          >
            <image href={address} width={width} height={height} />
          </g>
        </svg>
      </section>
      <figcaption class="quiet">
        {label}, {width} × {height} pixels
        {zoom === null ? '' : `, at ${Math.round(zoom * 100)} %`}.{' '}
        <button type="button" class="link" onClick={hide}>
          Hide
        </button>
      </figcaption>
    </figure>
  );
}
