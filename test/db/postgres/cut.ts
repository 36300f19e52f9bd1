// A wire to PostgreSQL that can be cut at the moment of a commit: before the server hears of it, or
// after it has committed and before anybody hears of that.

import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export interface Wire {
  readonly url: string;
  /** Cuts the next commit. */
  cutNext(when: 'before' | 'after'): void;
  /** Lets nobody through, or everybody again. */
  close(isClosed: boolean): void;
  end(): void;
}

/** Puts a wire before a server. */
export async function wireTo(url: string): Promise<Wire> {
  const target = new URL(url);
  const { hostname, port } = target;
  const sockets = new Set<Socket>();
  let cut: 'before' | 'after' | null = null;
  let isClosed = false;

  const server = createServer((near) => {
    if (isClosed) {
      near.destroy();
      return;
    }
    const far = dial(Number(port), hostname);
    const both = [near, far];
    let isDeaf = false;
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    for (const socket of both) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', end);
    }
    near.on('data', (chunk) => {
      const when = chunk.includes('COMMIT\u0000') ? cut : null;
      if (when !== null) cut = null;
      if (when === 'before') {
        end();
        return;
      }
      isDeaf = when === 'after';
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      // The server says that it has committed, and nobody hears it.
      if (isDeaf) end();
      else near.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.href,
    cutNext(when) {
      cut = when;
    },
    close(is) {
      isClosed = is;
      if (is) for (const socket of sockets) socket.destroy();
    },
    end() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
