// A frontend as a cloud runs it before Temporal: it uses TLS, requires a client certificate and an
// API key, and forwards the admitted calls.

import { readFileSync } from 'node:fs';
import {
  connect,
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const certificate = (name: string) =>
  fileURLToPath(new URL(`../../activities/webhooks/certificates/${name}`, import.meta.url));

/** Paths of PEM files; certificates signed by `authority` are admitted. */
export const CERTIFICATES = {
  authority: certificate('authority.crt'),
  cert: certificate('good.crt'),
  key: certificate('good.key'),
};

/** gRPC's status of an unknown caller. */
const UNAUTHENTICATED_STATUS = '16';

export interface TemporalFront {
  readonly address: string;
  /** Numbers of calls that were admitted with the key, and refused without it. */
  readonly calls: { admitted: number; refused: number };
  close(): void;
}

/** @param upstream `host:port` of a server without TLS */
export async function openTemporalFront(upstream: string, apiKey: string): Promise<TemporalFront> {
  const { authority, cert, key } = CERTIFICATES;
  const upstreamSession = connect(`http://${upstream}`);
  const calls = { admitted: 0, refused: 0 };
  const server = createSecureServer({
    ca: readFileSync(authority),
    cert: readFileSync(cert),
    key: readFileSync(key),
    requestCert: true,
    rejectUnauthorized: true,
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream, headers) => {
    if (headers.authorization === `Bearer ${apiKey}`) {
      calls.admitted += 1;
      forward(stream, headers);
      return;
    }
    calls.refused += 1;
    const refusal = { ':status': 200, 'content-type': 'application/grpc' };
    const reason = { 'grpc-status': UNAUTHENTICATED_STATUS, 'grpc-message': 'who are you' };
    stream.respond({ ...refusal, ...reason }, { endStream: true });
  });

  function forward(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const call = upstreamSession.request({ ...headers, ':authority': upstream, ':scheme': 'http' });
    let trailers: IncomingHttpHeaders | null = null;
    const end = (): void => {
      call.close();
      stream.close();
    };
    stream.on('error', end);
    call.on('error', end);
    stream.on('aborted', end);
    call.on('trailers', (values) => {
      trailers = values;
    });
    call.on('response', (headers, flags) => {
      const isOver = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
      if (!stream.destroyed) {
        stream.respond(headers, isOver ? { endStream: true } : { waitForTrailers: true });
      }
    });
    stream.on('wantTrailers', () => {
      if (trailers) stream.sendTrailers(trailers);
      else stream.close();
    });
    stream.pipe(call);
    call.pipe(stream);
  }

  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close() {
      upstreamSession.destroy();
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}
