// One HTTP request. Node's own fetch would add 15 MB to a supervisor that sends three requests.
import { request } from 'node:http';

/**
 * @param {string} url
 * @param {{ body?: unknown, timeoutMs?: number }} [options] with a body it is a POST of JSON
 * @returns {Promise<{ status: number, text: string }>} status 0: no answer
 */
export function sendRequest(url, { body, timeoutMs = 2_000 } = {}) {
  const payload = body === undefined ? null : JSON.stringify(body);
  const headers = { connection: 'close', 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const outgoing = request(
      url,
      { method: payload === null ? 'GET' : 'POST', headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on('error', () => resolve({ status: 0, text: '' }));
      },
    );
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy());
    outgoing.on('error', (error) => resolve({ status: 0, text: error.message }));
    outgoing.on('close', () => resolve({ status: 0, text: '' }));
    outgoing.end(payload);
  });
}
