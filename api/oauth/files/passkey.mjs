// Asks the device for a passkey and puts its answer into the form. Without this script, or on a
// device without passkeys, the forms stay hidden.

const supported = globalThis.PublicKeyCredential;
const isUsable = typeof supported?.parseRequestOptionsFromJSON === 'function';

for (const form of document.querySelectorAll('form[data-options]')) {
  if (!isUsable) continue;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(form);
  });
}

async function run(form) {
  const button = form.querySelector('button');
  const alert = form.querySelector('[role="alert"]');
  button.disabled = true;
  alert.hidden = true;
  try {
    for (let step = await ask(form); ; step = await ask(form)) {
      const answer = await requestAnswer(step);
      form.elements.challengeId.value = step.id;
      form.elements.credential.value = JSON.stringify(answer);
      if (step.next === 'send') return form.submit();
    }
  } catch (error) {
    const isDeclined = error.name === 'NotAllowedError' || error.name === 'AbortError';
    alert.textContent = isDeclined ? 'The device gave no passkey. Try again.' : error.message;
    alert.hidden = false;
    form.elements.challengeId.value = '';
    form.elements.credential.value = '';
    button.disabled = false;
    button.focus();
  }
}

async function ask(form) {
  const body = new URLSearchParams(new FormData(form));
  const response = await fetch(form.dataset.options, { method: 'POST', body });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  if (!isJson) throw new Error('This page has expired. Load it again.');
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

function requestAnswer({ ask: ceremony, publicKey }) {
  return ceremony === 'make'
    ? navigator.credentials.create({ publicKey: supported.parseCreationOptionsFromJSON(publicKey) })
    : navigator.credentials.get({ publicKey: supported.parseRequestOptionsFromJSON(publicKey) });
}
