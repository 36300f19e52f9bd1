// The proof of a transaction as a file, for a customer who doubts it and for the page at /verify.

import { useState } from 'preact/hooks';
import { showMessage } from '../kit/act.tsx';
import { describeError } from '../kit/faults.ts';
import { saveFile } from '../kit/save.ts';
import { bank } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';

interface ProofDownloadProps {
  readonly transactionId: string;
  /** The reason of the read, for the audit log. */
  readonly reason: string;
}

export function ProofDownload({ transactionId, reason }: ProofDownloadProps) {
  const [isBusy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    try {
      const order = { transactionId, environment: environment.value };
      const proof = await bank.getProofAsOperator(order, { reason });
      if (proof.object === 'proof') saveFile(`${transactionId}.proof.json`, proof);
      else
        showMessage(
          'The entry is not in a signed checkpoint yet. Try again in a few seconds.',
          true,
        );
    } catch (error) {
      showMessage(describeError(error), true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="row actions">
      <button type="button" disabled={isBusy} onClick={() => void load()}>
        Download the proof
      </button>
      <a href="/verify" target="_blank" rel="noreferrer">
        Open the verifier
      </a>
    </div>
  );
}
